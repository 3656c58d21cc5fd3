import { rememberDestination } from './destination.ts';
import { forgetFirstFrame } from './first-frame.ts';
import { forgetFirstPaint } from './first-paint.ts';
import { clearSession } from './session.ts';

/**
 * A session that is over: ends it in this browser and leaves for the site's root, by a fresh page, so that nothing stays
 * in memory. Where the user was is where the next login leads.
 */
export function endSession(): void {
  rememberDestination(`${window.location.pathname}${window.location.search}`);
  clearSession();
  forgetFirstFrame();
  forgetFirstPaint();
  window.location.assign('/');
}
