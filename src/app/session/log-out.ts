import { apiUrl } from '#api/app-settings.ts';
import { clearSession, isBrandSession, readSession, type Session } from '#api/session/session.ts';
import { logoutAdmin, logoutByToken } from '#contract/account/auth.ts';
import { limits } from '#domain/shared/limits.ts';
import { unsubscribeFromPush } from '../device/push-subscription.ts';
import { forgetFirstFrame } from '../painting/first-frame.ts';
import { forgetFirstPaint } from '../painting/first-paint.ts';
import { leftBehindKey, writeLeftBehind } from './left-behind.ts';
import { wipeDevice } from './wipe-device.ts';

/** Keys of the device, not of the brand: they survive. */
const keptKeys = new Set(['mantine-color-scheme-value', 'afield-install-dismissed', leftBehindKey]);

function clearOwnStorage(): void {
  clearSession();
  forgetFirstFrame();
  forgetFirstPaint();
  for (const key of Object.keys(localStorage)) if (!keptKeys.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
}

/**
 * Ends the session on the server, too, as far as there is a network just now: nothing waits for it, and the request goes on
 * when this page is gone. By the refresh token: the access token may have expired, and the worker may have a newer one.
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
 * Ends the session, empties every copy of the brand's data on this device, and leaves for the login, which says what could
 * not be emptied.
 */
export async function logOut(): Promise<void> {
  const session = readSession();
  const brandId = isBrandSession(session) ? session.brandId : null;
  if (session !== null) endOnServer(session);
  // Clear the session first, in case a later step hangs.
  clearOwnStorage();
  // If this page is closed before its end, the login goes on from here.
  writeLeftBehind({ brandId, parts: [] });
  const [parts] = await Promise.all([wipeDevice(brandId), unsubscribeFromPush()]);
  // Clear again: the screen may have stored something in the meantime.
  clearOwnStorage();
  writeLeftBehind(parts.length === 0 ? null : { brandId, parts });
  setTimeout(() => window.location.assign('/'), limits.logoutRedirectMs);
}
