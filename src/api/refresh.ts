import * as v from 'valibot';
import { refreshAdmin, refreshBrand } from '../contract/auth.ts';
import { apiUrl } from './address.ts';
import { endSession } from './end-session.ts';
import { ApiError, errorTexts, isOfServer } from './error.ts';
import { isBrandSession, readSession, type Session, writeSession } from './session.ts';
import { transport } from './transport.ts';
import { tellWorker } from './worker-link.ts';

const ended = (message: string) => new ApiError(401, 'session_ended', message);

/** One refresh at a time across tabs and the worker, which takes the same lock; within this tab where locks lack. */
const withSessionLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request('afield-session', work) as Promise<T>) : work();

function sessionOfAnswer(body: unknown, previous: Session): Session {
  if (typeof body !== 'object' || body === null) throw ended(errorTexts.refreshFormat);
  if (!('accessToken' in body) || !body.accessToken) throw ended(errorTexts.refreshAccessToken);
  const isBrand = isBrandSession(previous);
  if (!((isBrand ? 'brandId' : 'adminUserId') in body)) throw ended(errorTexts.refreshSessionType);
  const parsed = v.safeParse((isBrand ? refreshBrand : refreshAdmin).answer, body);
  if (!parsed.success) throw ended(errorTexts.refreshFormat);
  return parsed.output;
}

async function askForSuccessor(session: Session): Promise<Session> {
  const { refreshToken } = session;
  const [endpoint, owner] = isBrandSession(session)
    ? [refreshBrand, { brandId: session.brandId }]
    : [refreshAdmin, { adminUserId: session.adminUserId }];
  const { body } = await transport({
    method: endpoint.method,
    url: apiUrl(endpoint.path),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...owner, refreshToken }),
    // The server answers a replaced token with the same successor until that one is used.
    repeatable: true,
  });
  return sessionOfAnswer(body, session);
}

/** Only the server's own no ends a session: a lost answer or a server in trouble must not log anyone out. */
const isRefusal = (error: unknown) =>
  isOfServer(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;

async function refreshed(refusedToken: string): Promise<string> {
  let session = readSession();
  // Refused with no token at all: it was asked by a page that never had a session.
  if (session === null) throw ended(refusedToken === '' ? errorTexts.noAuthConfig : errorTexts.noSession);
  if (session.accessToken !== refusedToken) return session.accessToken;
  // The worker may have refreshed while no page was open; its reply comes behind the newer pair.
  if (isBrandSession(session)) await tellWorker({ type: 'session', session }, 1000);
  session = readSession();
  if (session === null) throw ended(errorTexts.noSession);
  if (session.accessToken !== refusedToken) return session.accessToken;
  if (!session.refreshToken) throw ended(errorTexts.noRefreshToken);
  try {
    const successor = await askForSuccessor(session);
    writeSession(successor);
    // Before the lock is given back, or the worker would refresh with the pair just replaced.
    if (isBrandSession(successor)) await tellWorker({ type: 'session', session: successor }, 1000);
    return successor.accessToken;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw error instanceof ApiError && error.code === 'session_ended' ? error : ended(errorTexts.refreshFailed);
  }
}

let running: Promise<string> | null = null;

/**
 * A newer access token than the one the server refused; callers at the same time share one attempt.
 * @throws ApiError 401 when the session is over: it is cleared then, and the browser on its way to `/`
 */
export function refreshSession(refusedToken: string): Promise<string> {
  running ??= withSessionLock(() => refreshed(refusedToken))
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'session_ended') endSession();
      throw error;
    })
    .finally(() => {
      running = null;
    });
  return running;
}
