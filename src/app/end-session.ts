import { clearSession, isBrandSession, isOfAnother, readSession } from '#api/session.ts';
import { askForSyncStatus } from '#api/sync-status.ts';
import { toldActions } from '#domain/told-actions.ts';
import { rememberDestination } from './destination.ts';
import { forgetFirstFrame } from './first-frame.ts';
import { forgetFirstPaint } from './first-paint.ts';

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

/** A session that the server has ended: with decisions that wait, the banner asks for a login and the page stays. */
export async function leaveIfNothingWaits(): Promise<void> {
  // The session that is stored by now is not this page's to end.
  if (isOfAnother()) return;
  const session = readSession();
  const brandId = isBrandSession(session) ? session.brandId : null;
  // The worker is asked, since a page that has just started has no status yet.
  const reply = brandId === null ? null : await askForSyncStatus();
  const status = reply?.ok ? reply.status : null;
  // A login or a newer pair has come meanwhile: what ended is no longer the stored session.
  if (readSession()?.refreshToken !== session?.refreshToken) return;
  if (!toldActions(status?.actions ?? []).some((action) => action.brandId === brandId)) endSession();
}
