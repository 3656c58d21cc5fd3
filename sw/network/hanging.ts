import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Connectivity } from './connectivity.ts';

interface Watched {
  /** Aborts where the request hangs. */
  signal: AbortSignal;
  stop(): void;
}

/**
 * Watches a request that is sent now: it hangs on a dead connection once the server answers what was asked later.
 * @param hangMs how long it may take at least
 */
export function watchForHanging(
  { monotonicNow, wait, connectivity }: Pick<Runtime, 'monotonicNow' | 'wait'> & { connectivity: Connectivity },
  hangMs: number,
): Watched {
  const startedAt = monotonicNow();
  const hanging = new AbortController();
  const over = new AbortController();
  const stopListening = connectivity.onAnswer((requestStartedAt) => {
    if (requestStartedAt <= startedAt + hangMs / 2) return;
    // When it is given up is known from here on: what else is answered adds nothing.
    stopListening();
    void wait(startedAt + hangMs - monotonicNow(), over.signal).then(() => {
      if (!over.signal.aborted) hanging.abort();
    });
  });
  return {
    signal: hanging.signal,
    stop() {
      stopListening();
      over.abort();
    },
  };
}
