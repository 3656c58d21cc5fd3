import { type BrandSession, refreshBrand } from '#contract/account/auth.ts';
import { lockNames } from '#contract/account/device.ts';
import { readRefreshAnswer } from '#domain/accounts/refresh-answer.ts';
import type { RunOptions } from '#sw/database/database.ts';
import type { Lineage } from '#sw/database/pair-order.ts';
import type { SessionRow } from '#sw/database/schema.ts';
import {
  forgetSessionCopy,
  keepNewerSession,
  keepSuccessor,
  markSessionExpired,
  prepareRefresh,
  readSessionCopy,
  storeHeldSession,
} from '#sw/database/session-copy.ts';
import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Network, NetworkAnswer, NetworkRequest } from './network.ts';
import { createPageSession } from './page-session.ts';

/** A frozen tab may hold the lock indefinitely. Proceeding without it is safe: the server gives both the same successor. */
const lockWaitMs = 8000;
const timeoutMs = 15_000;
/** All calls wait for a refresh, so a hanging one is abandoned after this. */
const hangMs = 2500;

export type Refreshed = { result: 'refreshed'; session: BrandSession } | { result: 'offline' | 'expired' | 'none' };

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
  /** Deletes the session; with a brand id, only if it is that brand's. The brand's queue stays. */
  forget(brandId?: string): Promise<void>;
  /** Gets a newer access token than the refused one; concurrent callers share one attempt. */
  refresh(refusedToken: string): Promise<Refreshed>;
}

interface Events {
  /** A page has a session of this brand. */
  onOffered(brandId: string): Promise<void>;
  /** A new brand is about to log in. Never rejects. */
  onNewBrand(brandId: string): Promise<void>;
  /** Reports which brand is logged in now, null for none; also called after a login that couldn't be stored. */
  onSettled(brandId: string | null): void;
  onChange(): void;
  /** The pages may hold an older session than this one. */
  onRenewed(row: SessionRow): Promise<unknown>;
  /** Asks pages for their session, which they send as a message. @returns the number of pages */
  onRequest(): Promise<number>;
  /** The server has ended this session. */
  onExpired(row: SessionRow): Promise<unknown>;
  /** Another brand has logged in, or the previous one has logged out. */
  onReplaced(): Promise<unknown>;
}

interface Kept {
  row: SessionRow;
  isLogin: boolean;
}

/** A page's session that isn't stored yet. */
interface Coming {
  readonly brandId: string;
  hasLeft: boolean;
}

type Deps = Pick<Runtime, 'outbox' | 'locks' | 'wait'> & { network: Network };

/** The worker's copy of the session, used to send the queue while no page is open. */
export function createSessions({ outbox, locks, wait, network }: Deps, events: Events): Sessions {
  let refreshing: Promise<Refreshed> | null = null;
  let keeping: Promise<unknown> = Promise.resolve();
  /** Logins that are being stored. The storage may hang, and they must not undo a logout in the meantime. */
  const coming = new Set<Coming>();
  const pages = createPageSession({ wait }, events.onRequest);

  async function keepNow(session: BrandSession, lineage: Lineage, login: Coming): Promise<Kept | null> {
    await events.onOffered(session.brandId);
    const known = await readSessionCopy(outbox);
    // Called before storing: a worker that is stopped in between must not find the new session beside another brand's data.
    if (known?.session.brandId !== session.brandId && !login.hasLeft) await events.onNewBrand(session.brandId);
    const isStill = () => !login.hasLeft;
    const kept = await keepNewerSession(outbox, session, { ...lineage, isStill }).catch((error: unknown) => {
      events.onSettled(known?.session.brandId ?? null);
      throw error;
    });
    if (kept === null) {
      // Delete the previous session, too, since this login had replaced it in the browser.
      await forgetSessionCopy(outbox);
      events.onSettled(null);
      return null;
    }
    const { row, before } = kept;
    // Called in any case: a write that timed out may still have been stored.
    events.onSettled(session.brandId);
    const isOther = before !== null && before.session.brandId !== session.brandId;
    if (row !== before) events.onChange();
    if (isOther) await events.onReplaced();
    return { row, isLogin: before === null || isOther || (before.expired && !row.expired) };
  }

  /** Stores one login at a time: with two brands at once, records admitted for one could be stored for the other. */
  function keep(session: BrandSession, lineage: Lineage): Promise<Kept | null> {
    const login: Coming = { brandId: session.brandId, hasLeft: false };
    coming.add(login);
    const kept = keeping.then(() => keepNow(session, lineage, login)).finally(() => coming.delete(login));
    keeping = kept.catch(() => undefined);
    return kept;
  }

  async function askForSuccessor(row: SessionRow): Promise<Refreshed> {
    const { brandId, refreshToken } = row.session;
    if (row.expired) return { result: 'expired' };
    if (!(await prepareRefresh(outbox, pages.has(refreshToken)))) return { result: 'offline' };
    const answer = await network
      .send({
        method: refreshBrand.method,
        path: refreshBrand.path,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ brandId, refreshToken }),
        timeoutMs,
        hangMs,
      })
      .catch(() => null);
    const said = answer && readRefreshAnswer(refreshBrand, row.session, answer);
    if (said?.kind === 'renewed') {
      const successor = await keepSuccessor(outbox, said.session, refreshToken);
      if (successor === null) return { result: 'none' };
      events.onChange();
      await events.onRenewed(successor);
      return { result: 'refreshed', session: successor.session };
    }
    if (said?.kind !== 'refused' || !(await markSessionExpired(outbox, refreshToken))) return { result: 'offline' };
    events.onChange();
    await events.onExpired(row);
    return { result: 'expired' };
  }

  async function refreshOnce(refusedToken: string): Promise<Refreshed> {
    let row = await readSessionCopy(outbox);
    if (row?.session.accessToken === refusedToken && !row.expired) {
      // The stored pair may be older than the pages': a full disk may have lost the last one when the worker was stopped.
      await pages.ask();
      row = await readSessionCopy(outbox);
    }
    if (row === null) return { result: 'none' };
    // Another page or call has already refreshed it.
    if (row.session.accessToken !== refusedToken) return { result: 'refreshed', session: row.session };
    return askForSuccessor(row);
  }

  async function underLock(work: () => Promise<Refreshed>): Promise<Refreshed> {
    const controller = new AbortController();
    let isHeld = false;
    const held = locks.request(lockNames.session, { signal: controller.signal }, () => {
      isHeld = true;
      return work();
    });
    held.catch(() => undefined);
    const waited = wait(lockWaitMs).then(() => isHeld);
    const first = await Promise.race([held, waited]);
    if (typeof first !== 'boolean') return first;
    if (first) return held;
    controller.abort();
    return work();
  }

  return {
    read: () => readSessionCopy(outbox),
    async ofPage(authorization, options) {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      const row = token === undefined ? null : await readSessionCopy(outbox, options);
      if (row === null || token === undefined) return null;
      return row.session.accessToken === token || row.earlier.includes(token) ? row.session : null;
    },
    async offer(session, lineage = {}) {
      const kept = await keep(session, lineage).finally(() => pages.sent(session));
      if (kept === null) return false;
      const { row, isLogin } = kept;
      if (row.session.accessToken !== session.accessToken && !row.expired) {
        await events.onRenewed(row);
      }
      return isLogin;
    },
    async offerSuccessor(session, refreshToken) {
      const row = await keepSuccessor(outbox, session, refreshToken);
      if (row !== null) events.onChange();
    },
    storeHeld: () => storeHeldSession(outbox),
    async forget(brandId) {
      for (const login of coming) login.hasLeft ||= brandId === undefined || login.brandId === brandId;
      await forgetSessionCopy(outbox, brandId);
      events.onChange();
      await events.onReplaced();
    },
    refresh(refusedToken) {
      refreshing ??= underLock(() => refreshOnce(refusedToken)).finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
  };
}

export interface Authorised {
  /**
   * Sends a request for a brand. A refused token is refreshed. Returns a 401 only if the session has ended or is now another
   * brand's.
   * @throws {NetworkFailure} if the server was not reached
   */
  send(session: BrandSession, request: NetworkRequest): Promise<NetworkAnswer>;
}

/**
 * The first refresh may return a page's pair, and the second tokens that the server repeats because their response was lost. Both
 * access tokens may have expired by then.
 */
const maxRefreshes = 3;

/** Without storage for the tokens, the page has to refresh its own. */
function unavailable(error: unknown): { result: 'none' } {
  if (error instanceof StorageUnavailableError) return { result: 'none' };
  throw error;
}

export function createAuthorised(network: Network, sessions: Sessions): Authorised {
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
