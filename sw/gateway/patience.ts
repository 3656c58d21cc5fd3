import { StorageUnavailableError } from '#sw/database/storage-errors.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

/** Maximum wait. A page's call times out after 30 s, so it needs a response before that. */
const patienceMs = 25_000;
/** Poll interval for an unresponsive database, whose calls fail immediately until it recovers. */
const retryMs = 500;

/** A page's wait for slow storage, which starts with the page's request. */
export interface Patience {
  /** Time since the page's request, ms. */
  waitedMs(): number;
  /** Reads as soon as the storage responds; `unread` if it doesn't respond in time, or the signal aborts. */
  read<T>(work: (options: { timeoutMs: number }) => Promise<T>, signal: AbortSignal): Promise<T | 'unread'>;
}

export function createPatience({ monotonicNow, wait }: Pick<Runtime, 'monotonicNow' | 'wait'>): Patience {
  const startedAt = monotonicNow();
  const waitedMs = () => monotonicNow() - startedAt;
  const leftMs = () => Math.max(patienceMs - waitedMs(), 0);
  return {
    waitedMs,
    async read(work, signal) {
      while (!signal.aborted && leftMs() > 0) {
        try {
          return await work({ timeoutMs: leftMs() });
        } catch (error) {
          if (!(error instanceof StorageUnavailableError)) throw error;
        }
        await wait(Math.min(retryMs, leftMs()), signal);
      }
      return 'unread';
    },
  };
}

/** Resolves to the first of two results that isn't null, or to null if both are. */
export function firstOf<A, B>(a: Promise<A | null>, b: Promise<B | null>): Promise<A | B | null> {
  return Promise.race<A | B | null>([
    a.then(async (found) => found ?? (await b)),
    b.then(async (found) => found ?? (await a)),
  ]);
}
