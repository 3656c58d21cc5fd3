import { clearSession, isBrandSession, isOfAnother, readSession } from '#api/session/session.ts';
import { askForSyncStatus } from '#api/sync-status.ts';
import { visibleActions } from '#domain/intents/visible-actions.ts';
import { forgetFirstFrame } from '../painting/first-frame.ts';
import { forgetFirstPaint } from '../painting/first-paint.ts';
import { rememberDestination } from './destination.ts';

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

/** Leaves after the server has ended the session, unless decisions are pending: then the banner asks for a login. */
export async function leaveIfNothingWaits(): Promise<void> {
  // The stored session is another brand's by now, and not this page's to end.
  if (isOfAnother()) return;
  const session = readSession();
  const brandId = isBrandSession(session) ? session.brandId : null;
  // Ask the worker, since a page that has just started has no status yet.
  const reply = brandId === null ? null : await askForSyncStatus();
  const status = reply?.ok ? reply.status : null;
  // A login or a refresh has happened in the meantime, so the ended session is no longer the stored one.
  if (readSession()?.refreshToken !== session?.refreshToken) return;
  if (!visibleActions(status?.actions ?? []).some((action) => action.brandId === brandId)) endSession();
}
