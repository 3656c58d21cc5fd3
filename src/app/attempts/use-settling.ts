import { useEffect, useRef } from 'react';
import { retryPauseMs } from '#domain/retry-pause.ts';
import type { Asked, Attempts, Known, Outcome } from './attempts.ts';

/** Waits before the next of many tries, longer each time, but no longer than until the network comes back. */
function pauseBeforeTry(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, retryPauseMs(tries));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** Asks until it is known what became of an attempt; null when there is nothing to ask about any more. */
async function settled<A extends Asked, Done>(attempts: Attempts<A, Done>, key: string, signal: AbortSignal) {
  for (let tries = 0; ; tries += 1) {
    await pauseBeforeTry(tries, signal);
    if (signal.aborted) return null;
    const outcome = await attempts.askAgain(key).catch((): Outcome<Done> => ({ kind: 'unknown' }));
    if (outcome?.kind !== 'unknown') return outcome;
  }
}

interface Handlers<A, Done> {
  onKnown: (outcome: Known<Done>, attempt: A) => void;
  /** It is still there, and too old to be asked about. */
  onStale?: () => void;
}

/** Finds out by itself what became of an attempt whose answer was lost, of this page or another. */
export function useSettling<A extends Asked, Done>(attempts: Attempts<A, Done>, handlers: Handlers<A, Done>): void {
  const key = attempts.useUnknown()?.key ?? null;
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const attempt = attempts.read();
    if (key === null || attempt?.key !== key) return;
    const stop = new AbortController();
    void settled(attempts, key, stop.signal).then((outcome) => {
      if (outcome !== null) latest.current.onKnown(outcome, attempt);
      else if (!stop.signal.aborted && attempts.read()?.key === key) latest.current.onStale?.();
    });
    return () => stop.abort();
  }, [key, attempts]);
}
