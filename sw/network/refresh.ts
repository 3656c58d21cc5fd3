import { type BrandSession, refreshBrand } from '#contract/account/auth.ts';
import { lockNames } from '#contract/account/device.ts';
import { parseRefreshResponse } from '#domain/accounts/refresh-response.ts';
import type { SessionRow } from '#sw/database/schema.ts';
import { markSessionExpired, prepareRefresh, readSessionCopy, storeSuccessor } from '#sw/database/session-copy.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Network } from './network.ts';
import type { PageSession } from './page-session.ts';

/**
 * Maximum wait for the lock, which a frozen tab may hold indefinitely. Proceeding without it is safe, since the server gives both
 * callers the same successor.
 */
const lockWaitMs = 8000;
const timeoutMs = 15_000;
/** All calls wait for a refresh, so a hanging one is abandoned after this time. */
const hangMs = 2500;

export type RefreshResult = { result: 'refreshed'; session: BrandSession } | { result: 'offline' | 'expired' | 'none' };

export interface RefreshEvents {
  onChange(): void;
  /** Called when the pages may have an older session than this one. */
  onRenewed(row: SessionRow): Promise<unknown>;
  /** Called when the server has ended this session. */
  onExpired(row: SessionRow): Promise<unknown>;
}

interface Deps extends Pick<Runtime, 'outbox' | 'locks' | 'wait'> {
  network: Network;
  pages: PageSession;
}

/** Gets a newer access token than the refused one; concurrent callers share one attempt. */
export function createRefresh(
  { outbox, locks, wait, network, pages }: Deps,
  events: RefreshEvents,
): (refusedToken: string) => Promise<RefreshResult> {
  let refreshing: Promise<RefreshResult> | null = null;

  async function askForSuccessor(row: SessionRow): Promise<RefreshResult> {
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
    const said = answer && parseRefreshResponse(refreshBrand, row.session, answer);
    if (said?.kind === 'renewed') {
      const successor = await storeSuccessor(outbox, said.session, refreshToken);
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

  async function refreshOnce(refusedToken: string): Promise<RefreshResult> {
    let row = await readSessionCopy(outbox);
    if (row?.session.accessToken === refusedToken && !row.expired) {
      // The stored pair may be older than the pages': on a full disk, the latest pair is lost when the worker is stopped.
      await pages.ask();
      row = await readSessionCopy(outbox);
    }
    if (row === null) return { result: 'none' };
    // Another page or call has already refreshed the token.
    if (row.session.accessToken !== refusedToken) return { result: 'refreshed', session: row.session };
    return askForSuccessor(row);
  }

  async function underLock(work: () => Promise<RefreshResult>): Promise<RefreshResult> {
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

  return (refusedToken) => {
    refreshing ??= underLock(() => refreshOnce(refusedToken)).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
}
