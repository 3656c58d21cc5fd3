import { holdSession, isOfAnother } from '#api/session/session.ts';
import { releaseUnsaved } from '#app/intents/unsaved.ts';
import { forgetFirstFrame } from '#app/painting/first-frame.ts';
import { forgetFirstPaint } from '#app/painting/first-paint.ts';

let isLeaving = false;

/** Loads a new page if this page's brand is no longer the one logged in. */
export function leaveIfOfAnother(): void {
  if (isLeaving || !isOfAnother()) return;
  isLeaving = true;
  // Unsaved input belongs to the brand that logged out, so leave without a prompt.
  releaseUnsaved();
  forgetFirstFrame();
  forgetFirstPaint();
  window.location.replace('/');
}

/** Leaves this page when another tab logs out its brand, or logs in another one. */
export function leaveWithBrand(): void {
  holdSession();
  window.addEventListener('storage', leaveIfOfAnother);
  // A page in the back/forward cache received no events.
  window.addEventListener('pageshow', leaveIfOfAnother);
  document.addEventListener('visibilitychange', leaveIfOfAnother);
}
