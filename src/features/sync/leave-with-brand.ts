import { holdSession, isOfAnother } from '#api/session/session.ts';
import { releaseUnsaved } from '#app/intents/unsaved.ts';
import { forgetFirstFrame } from '#app/painting/first-frame.ts';
import { forgetFirstPaint } from '#app/painting/first-paint.ts';

let isLeaving = false;

/** Leaves the screens of a brand that is not the one logged in any more, by a fresh page. */
export function leaveIfOfAnother(): void {
  if (isLeaving || !isOfAnother()) return;
  isLeaving = true;
  // Unsaved text belongs to the brand that logged out, so leave without a prompt.
  releaseUnsaved();
  forgetFirstFrame();
  forgetFirstPaint();
  window.location.replace('/');
}

/** Has this page leave as soon as another tab logs its brand out, or another in. */
export function leaveWithBrand(): void {
  holdSession();
  window.addEventListener('storage', leaveIfOfAnother);
  // A frozen page received no events.
  window.addEventListener('pageshow', leaveIfOfAnother);
  document.addEventListener('visibilitychange', leaveIfOfAnother);
}
