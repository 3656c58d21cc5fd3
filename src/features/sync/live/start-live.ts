import type { QueryClient } from '@tanstack/react-query';
import { apiUrl } from '#api/app-settings.ts';
import { refreshSession } from '#api/session/refresh.ts';
import { isBrandSession, isOtherOwnersSession, onSessionChange, readSession } from '#api/session/session.ts';
import { sendForStatus } from '#api/sync-status.ts';
import { lockNames } from '#contract/account/device.ts';
import { streamChanges } from '#contract/calls/live.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { accountState, brandQuery } from '#features/auth/public.ts';
import { invalidateKinds } from '../listen-to-worker.ts';
import { coalesce } from './coalesce.ts';
import { runLiveStream } from './run-live-stream.ts';

/** Kinds of data in the feed. */
const feedKinds: ReadonlySet<ChangedKind> = new Set(['brand', 'campaigns', 'offers', 'payments', 'analytics']);
/** A burst of changes triggers at most two syncs per second. */
const gapMs = 500;

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

const tokenNow = () => readSession()?.accessToken ?? '';

/** Shows the server's changes within a second while this page is visible, in addition to polling. */
export function startLive(queryClient: QueryClient): void {
  let token = '';
  const live = runLiveStream({
    ...{ now: Date.now, random: Math.random, wait },
    // Without Web Locks, each visible page has its own stream.
    hold: (signal, work) => ('locks' in navigator ? navigator.locks.request(lockNames.live, { signal }, work) : work()),
    connect(signal) {
      token = tokenNow();
      const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
      return fetch(apiUrl(streamChanges.path), { headers, cache: 'no-store', signal });
    },
    renew: () => refreshSession(token),
    changed: coalesce(
      async () => {
        // Without a worker, or with an older version, the page refetches from the server itself.
        if ((await sendForStatus({ type: 'server-changed' })) === null) invalidateKinds(queryClient, feedKinds);
      },
      () => wait(gapMs),
    ),
  });
  const { queryKey } = brandQuery();
  // The server refuses the stream to brands without access to the dashboard, which browsers log as an error. Those
  // brands poll instead.
  const isOpen = () => {
    const brand = queryClient.getQueryData(queryKey);
    return brand !== undefined && accountState(brand) === 'open';
  };
  const update = () =>
    live.update(
      document.visibilityState === 'visible' && isOpen() && isBrandSession(readSession()) && !isOtherOwnersSession(),
    );
  const restart = () => {
    live.update(false);
    update();
  };
  document.addEventListener('visibilitychange', update);
  // Release the lock and connection, which would keep the page out of the back/forward cache.
  window.addEventListener('pagehide', () => live.update(false));
  window.addEventListener('pageshow', update);
  window.addEventListener('online', restart);
  onSessionChange(update);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === queryKey[0]) update();
  });
  update();
}
