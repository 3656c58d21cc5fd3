import type { BrandSession } from '#contract/account/auth.ts';
import type { RunOptions } from '#sw/database/database.ts';
import type { Lineage } from '#sw/database/pair-order.ts';
import type { SessionRow } from '#sw/database/schema.ts';
import { forgetSessionCopy, readSessionCopy, storeHeldSession, storeSuccessor } from '#sw/database/session-copy.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { createLogins, type LoginEvents } from './logins.ts';
import type { Network, NetworkRequest, NetworkResponse } from './network.ts';
import { createPageSession } from './page-session.ts';
import { createRefresh, type RefreshEvents, type RefreshResult } from './refresh.ts';

export interface Sessions {
  /** The session, even if expired. */
  read(): Promise<SessionRow | null>;
  /** The session that a page's `Authorization` belongs to; null if the worker doesn't know the token. */
  ofPage(authorization: string | null, options?: RunOptions): Promise<BrandSession | null>;
  /**
   * Stores a page's session, or sends the worker's own to the pages if that is newer. Returns true if the worker had no usable
   * session of this brand before.
   */
  offer(session: BrandSession, lineage?: Lineage): Promise<boolean>;
  /** Stores the tokens that a page got for a refresh token, if they supersede the worker's session. */
  offerSuccessor(session: BrandSession, refreshToken: string): Promise<void>;
  /** Stores a session that didn't fit on a full disk, once there is space again. */
  storeHeld(): Promise<void>;
  /** Deletes the session; with a brand id, only if it is that brand's. The brand's queue is kept. */
  forget(brandId?: string): Promise<void>;
  /** Gets a newer access token than the refused one; concurrent callers share one attempt. */
  refresh(refusedToken: string): Promise<RefreshResult>;
}

interface Events extends LoginEvents, RefreshEvents {
  /** Asks pages for their session, which they send as a message. @returns the number of pages */
  onRequest(): Promise<number>;
}

type Deps = Pick<Runtime, 'outbox' | 'locks' | 'wait'> & { network: Network };

/** The worker's copy of the session, used to send the queue while no page is open. */
export function createSessions(deps: Deps, events: Events): Sessions {
  const { outbox } = deps;
  const pages = createPageSession(deps, events.onRequest);
  const logins = createLogins(deps, events);
  const refresh = createRefresh({ ...deps, pages }, events);

  return {
    read: () => readSessionCopy(outbox),
    async ofPage(authorization, options) {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      const row = token === undefined ? null : await readSessionCopy(outbox, options);
      if (row === null || token === undefined) return null;
      return row.session.accessToken === token || row.earlier.includes(token) ? row.session : null;
    },
    async offer(session, lineage = {}) {
      const kept = await logins.keep(session, lineage).finally(() => pages.sent(session));
      if (kept === null) return false;
      const { row, isLogin } = kept;
      if (row.session.accessToken !== session.accessToken && !row.expired) {
        await events.onRenewed(row);
      }
      return isLogin;
    },
    async offerSuccessor(session, refreshToken) {
      const row = await storeSuccessor(outbox, session, refreshToken);
      if (row !== null) events.onChange();
    },
    storeHeld: () => storeHeldSession(outbox),
    async forget(brandId) {
      logins.leave(brandId);
      await forgetSessionCopy(outbox, brandId);
      events.onChange();
      await events.onReplaced();
    },
    refresh,
  };
}

export interface AuthorizedClient {
  /**
   * Sends a request for a brand. A refused token is refreshed. Returns a 401 only if the session has ended or is now another
   * brand's.
   * @throws {NetworkFailure} if the server was not reached
   */
  send(session: BrandSession, request: NetworkRequest): Promise<NetworkResponse>;
}

/**
 * Maximum number of refreshes for one request. The first may return a page's pair, and the second tokens that the server repeats
 * because their response was lost. Both access tokens may have expired by then.
 */
const maxRefreshes = 3;

/** If the worker can't store tokens, the page has to refresh its own. */
function unavailable(error: unknown): { result: 'none' } {
  if (error instanceof StorageUnavailableError) return { result: 'none' };
  throw error;
}

export function createAuthorizedClient(network: Network, sessions: Sessions): AuthorizedClient {
  const sendWith = ({ accessToken }: BrandSession, request: NetworkRequest) =>
    network.send({ ...request, headers: { ...request.headers, Authorization: `Bearer ${accessToken}` } });
  return {
    async send(session, request) {
      let current = session;
      for (let refreshes = 0; ; refreshes += 1) {
        const answer = await sendWith(current, request);
        if (answer.status !== 401 || refreshes === maxRefreshes) return answer;
        const refreshed = await sessions.refresh(current.accessToken).catch(unavailable);
        if (refreshed.result !== 'refreshed' || refreshed.session.brandId !== session.brandId) return answer;
        current = refreshed.session;
      }
    },
  };
}
