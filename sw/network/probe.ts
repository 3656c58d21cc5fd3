import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Connectivity } from './connectivity.ts';
import { createHealthCheck } from './health-check.ts';

/**
 * Timeout of a probe, long enough for the slowest network. Probes overlap, so one on a dead connection doesn't delay later
 * callers.
 */
const timeoutMs = 10_000;
/** Callers within this time share the running probe. Later callers don't, since it may be on a dead connection. */
const sharedMs = 1500;
/** Callers within this time after a failed probe share its failure. */
const failedMs = 200;
/** Maximum number of concurrent probes. A browser opens six connections per server, and decisions take four. */
const maxAtOnce = 2;
/** Time without a response after which the network counts as missing. It is longer on a connection known to be slow. */
const silenceMs = { min: 3000, max: 8000 };

interface Asking {
  startedAt: number;
  result: Promise<boolean>;
  /** Frees the probe's connection; another request's response settles the probe instead. */
  release(): void;
}

export interface Probe {
  /**
   * Requests a few bytes from the server. Resolves to true as soon as this or any other request gets a response, and immediately
   * after a recent one.
   */
  run(options?: {
    /** Ignores earlier responses and probes, since something has changed. */ fresh?: boolean;
  }): Promise<boolean>;
}

/** Tests the connection to the server. */
export function createProbe(
  { fetchApi, monotonicNow, wait }: Pick<Runtime, 'fetchApi' | 'monotonicNow' | 'wait'>,
  connectivity: Connectivity,
): Probe {
  /** Probes that have a connection, oldest first. */
  const out = new Set<Asking>();
  let failedAt = Number.NEGATIVE_INFINITY;
  const ask = createHealthCheck(fetchApi);

  function start(): Asking {
    const pending = connectivity.begin();
    const fetching = new AbortController();
    const over = new AbortController();
    let stop = () => {};
    const answered = new Promise<boolean>((resolve) => {
      stop = connectivity.onAnswer((requestStartedAt) => {
        if (requestStartedAt >= pending.startedAt) resolve(true);
      });
    });
    const asked = ask(fetching.signal)
      .catch(() => false)
      .then((isAnswer): boolean | Promise<boolean> => {
        // Its connection was given to another probe, whose response counts until the timeout.
        if (fetching.signal.aborted) return answered;
        if (isAnswer) pending.answered();
        else pending.failed();
        // A timeout doesn't set `failedAt`, since it says nothing about the present.
        if (!isAnswer) failedAt = monotonicNow();
        return isAnswer;
      });
    const timedOut = wait(timeoutMs, over.signal).then(() => false);
    const quietMs = Math.min(Math.max(silenceMs.min, 2 * (connectivity.roundTripMs() ?? 0)), silenceMs.max);
    void wait(quietMs, over.signal).then(() => {
      if (!over.signal.aborted && !fetching.signal.aborted) pending.failed();
    });
    const result = Promise.race([asked, answered, timedOut]).then((isReached) => {
      if (isReached) pending.dropped();
      else pending.failed();
      return isReached;
    });
    const asking: Asking = {
      startedAt: pending.startedAt,
      result: result.finally(() => {
        stop();
        over.abort();
        asking.release();
      }),
      release() {
        pending.dropped();
        fetching.abort();
        out.delete(asking);
      },
    };
    return asking;
  }

  return {
    run({ fresh = false } = {}) {
      const isRecent = (at: number, withinMs: number) => monotonicNow() - at < withinMs;
      const newest = [...out].at(-1);
      if (!fresh) {
        if (connectivity.isFresh()) return Promise.resolve(true);
        if (newest && isRecent(newest.startedAt, sharedMs)) return newest.result;
        if (isRecent(failedAt, failedMs)) return Promise.resolve(false);
      }
      // The oldest probe continues, since it gets the first response on a very slow network.
      if (out.size >= maxAtOnce) newest?.release();
      const asking = start();
      out.add(asking);
      return asking.result;
    },
  };
}
