import { apiUrl } from '#api/app-settings.ts';
import { clearSession, isBrandSession, readSession, type Session } from '#api/session/session.ts';
import { logoutAdmin, logoutByToken } from '#contract/account/auth.ts';
import { limits } from '#domain/shared/limits.ts';
import { unsubscribeFromPush } from '../device/push-subscription.ts';
import { forgetFirstFrame } from '../painting/first-frame.ts';
import { forgetFirstPaint } from '../painting/first-paint.ts';
import { remainingDataKey, writeRemainingData } from './remaining-data.ts';
import { wipeDevice } from './wipe-device.ts';

/** Keys that belong to the device rather than the brand, so they survive a logout. */
const keptKeys = new Set(['mantine-color-scheme-value', 'afield-install-dismissed', remainingDataKey]);

function clearOwnStorage(): void {
  clearSession();
  forgetFirstFrame();
  forgetFirstPaint();
  for (const key of Object.keys(localStorage)) if (!keptKeys.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
}

/**
 * Also ends the session on the server, if the network allows. Nothing awaits the request, and it outlives this page. It
 * uses the refresh token: the access token may have expired, and the worker may have a newer one.
 */
function endOnServer(session: Session): void {
  const { refreshToken } = session;
  const [{ method, path }, owner] = isBrandSession(session)
    ? ([logoutByToken, { brandId: session.brandId }] as const)
    : ([logoutAdmin, { adminUserId: session.adminUserId }] as const);
  const body = JSON.stringify({ ...owner, refreshToken });
  const headers = { 'Content-Type': 'application/json' };
  fetch(apiUrl(path), { method, headers, body, keepalive: true }).catch(() => undefined);
}

/**
 * Ends the session, deletes all of the brand's data on this device, and opens the login, which reports anything that
 * couldn't be deleted.
 */
export async function logOut(): Promise<void> {
  const session = readSession();
  const brandId = isBrandSession(session) ? session.brandId : null;
  if (session !== null) endOnServer(session);
  // Clear the session first, in case a later step hangs.
  clearOwnStorage();
  // If this page is closed before it finishes, the login takes over from here.
  writeRemainingData({ brandId, parts: [] });
  const [parts] = await Promise.all([wipeDevice(brandId), unsubscribeFromPush()]);
  // Clear again: the screen may have stored something in the meantime.
  clearOwnStorage();
  writeRemainingData(parts.length === 0 ? null : { brandId, parts });
  setTimeout(() => window.location.assign('/'), limits.logoutRedirectMs);
}
