import { refreshAdmin, refreshBrand } from '#contract/account/auth.ts';
import { lockNames } from '#contract/account/device.ts';
import { parseRefreshResponse } from '#domain/accounts/refresh-response.ts';
import { apiUrl } from '../app-settings.ts';
import { ApiError, errorTexts } from '../error.ts';
import { transport } from '../transport.ts';
import { sendToWorker } from '../worker-link.ts';
import {
  isBrandSession,
  isOtherOwnersSession,
  readSession,
  type Session,
  sessionMessage,
  writeSession,
} from './session.ts';
import { handleSessionEnd } from './session-over.ts';

const sessionEndedError = (message: string) => new ApiError(401, 'session_ended', message);
const isEnd = (error: unknown) => error instanceof ApiError && error.code === 'session_ended';

/**
 * Allows one refresh at a time across tabs and the worker, which takes the same lock. Without Web Locks, the limit
 * applies only within this tab.
 */
const withSessionLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request(lockNames.session, work) as Promise<T>) : work();

/** Describes what's wrong with a 2xx that contains no session, in the specification's words. */
function faultOf(body: unknown, previous: Session): string {
  if (typeof body !== 'object' || body === null) return errorTexts.refreshFormat;
  if (!('accessToken' in body) || !body.accessToken) return errorTexts.refreshAccessToken;
  const owner = isBrandSession(previous) ? 'brandId' : 'adminUserId';
  return owner in body ? errorTexts.refreshFormat : errorTexts.refreshSessionType;
}

async function askForSuccessor(session: Session): Promise<Session> {
  const { refreshToken } = session;
  const [endpoint, owner] = isBrandSession(session)
    ? ([refreshBrand, { brandId: session.brandId }] as const)
    : ([refreshAdmin, { adminUserId: session.adminUserId }] as const);
  const answer = await transport({
    method: endpoint.method,
    url: apiUrl(endpoint.path),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...owner, refreshToken }),
    // The server returns the same successor for a replaced token until that successor is used.
    repeatable: true,
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status >= 400) return error;
    throw error;
  });
  const said = parseRefreshResponse(endpoint, owner, answer);
  if (said.kind === 'renewed') return said.session;
  if (said.kind === 'refused') throw sessionEndedError(errorTexts.refreshFailed);
  if (!(answer instanceof ApiError)) throw new ApiError(503, 'unreadable_answer', faultOf(answer.body, session));
  // A 4xx from an intermediary isn't final: a retry may succeed.
  throw answer.status < 500 ? new ApiError(503, 'unavailable', errorTexts.refreshFailed) : answer;
}

async function refreshed(refusedToken: string): Promise<string> {
  let session = readSession();
  // The refused call had no token: this page never had a session.
  if (session === null) throw sessionEndedError(refusedToken === '' ? errorTexts.noAuthConfig : errorTexts.noSession);
  if (session.accessToken !== refusedToken) return session.accessToken;
  // The worker may have refreshed while no page was open. It sends the newer pair before its reply.
  if (isBrandSession(session)) await sendToWorker(sessionMessage(), 1000);
  session = readSession();
  if (session === null) throw sessionEndedError(errorTexts.noSession);
  if (session.accessToken !== refusedToken) return session.accessToken;
  if (!session.refreshToken) throw sessionEndedError(errorTexts.noRefreshToken);
  let successor: Session;
  try {
    successor = await askForSuccessor(session);
  } catch (error) {
    const newer = readSession();
    // Only the older pair is invalid: the worker, or a tab without locks, has since stored a newer one.
    if (isEnd(error) && newer !== null && newer.refreshToken !== session.refreshToken && !isOtherOwnersSession())
      return newer.accessToken;
    throw error;
  }
  const stored = readSession();
  // Another tab has logged out in the meantime, or another brand has logged in.
  if (stored === null || isOtherOwnersSession()) throw new ApiError(503, 'unavailable', errorTexts.noSession);
  if (stored.refreshToken !== session.refreshToken) return stored.accessToken;
  writeSession(successor);
  // Send the new pair before releasing the lock, or the worker would refresh with the pair just replaced.
  if (isBrandSession(successor)) await sendToWorker({ ...sessionMessage(), replaced: session.accessToken }, 1000);
  return successor.accessToken;
}

let running: Promise<string> | null = null;

/**
 * Returns a newer access token than the one the server refused. Concurrent callers share one attempt.
 * @throws ApiError 401 when the session is over: the browser is already navigating to `/`, unless decisions are pending
 */
export function refreshSession(refusedToken: string): Promise<string> {
  running ??= withSessionLock(() => refreshed(refusedToken))
    .catch(async (error: unknown) => {
      if (isEnd(error)) await handleSessionEnd();
      throw error;
    })
    .finally(() => {
      running = null;
    });
  return running;
}
