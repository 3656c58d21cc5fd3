import { clearSession, isBrandSession, isOtherOwnersSession, readSession } from '#api/session/session.ts';
import { requestSyncStatus } from '#api/sync-status.ts';
import { visibleActions } from '#domain/intents/visible-actions.ts';
import { forgetFirstFrame } from '../painting/first-frame.ts';
import { forgetFirstPaint } from '../painting/first-paint.ts';
import { rememberDestination } from './destination.ts';

/**
 * Ends an expired session in this browser and loads the site's root as a new page, which clears the memory. The next
 * login returns to the current screen.
 */
export function endSession(): void {
  rememberDestination(`${window.location.pathname}${window.location.search}`);
  clearSession();
  forgetFirstFrame();
  forgetFirstPaint();
  window.location.assign('/');
}

/**
 * Leaves the page after the server has ended its session. With decisions pending, the banner asks for a login instead.
 */
export async function endSessionUnlessPending(): Promise<void> {
  // The stored session is now another brand's, so this page must not end it.
  if (isOtherOwnersSession()) return;
  const session = readSession();
  const brandId = isBrandSession(session) ? session.brandId : null;
  // Ask the worker, since a page that has just started has no status yet.
  const reply = brandId === null ? null : await requestSyncStatus();
  const status = reply?.ok ? reply.status : null;
  // A login or a refresh has happened in the meantime, so the stored session isn't the ended one.
  if (readSession()?.refreshToken !== session?.refreshToken) return;
  if (!visibleActions(status?.actions ?? []).some((action) => action.brandId === brandId)) endSession();
}
