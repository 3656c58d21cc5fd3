import { forgetFirstFrame } from './first-frame.ts';
import { clearSession } from './session.ts';

/** Ends the session in this browser and leaves for the site's root: a fresh page, so that nothing stays in memory. */
export function endSession(): void {
  clearSession();
  forgetFirstFrame();
  window.location.assign('/');
}
