import { bindPageToSession, isOtherOwnersSession } from '#api/session/session.ts';
import { clearUnsavedForms } from '#app/intents/unsaved.ts';
import { forgetFirstFrame } from '#app/painting/first-frame.ts';
import { forgetFirstPaint } from '#app/painting/first-paint.ts';

let isLeaving = false;

/** Loads a new page if this page's brand is no longer the one logged in. */
export function reloadIfOtherBrand(): void {
  if (isLeaving || !isOtherOwnersSession()) return;
  isLeaving = true;
  // Unsaved input belongs to the brand that logged out, so leave without a prompt.
  clearUnsavedForms();
  forgetFirstFrame();
  forgetFirstPaint();
  window.location.replace('/');
}

/** Leaves this page when another tab logs out its brand, or logs in another one. */
export function reloadOnBrandChange(): void {
  bindPageToSession();
  window.addEventListener('storage', reloadIfOtherBrand);
  // A page in the back/forward cache received no events.
  window.addEventListener('pageshow', reloadIfOtherBrand);
  document.addEventListener('visibilitychange', reloadIfOtherBrand);
}
