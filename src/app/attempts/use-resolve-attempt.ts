import { useEffect, useRef } from 'react';
import { foregroundBackoff } from '#domain/time/backoff.ts';
import type { AttemptFields, Attempts, KnownOutcome, Outcome } from './attempts.ts';

/** Backs off before the next retry, or until the network is back, if that's sooner. */
function pauseBeforeTry(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, foregroundBackoff(tries + 1));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** Retries until an attempt's outcome is known; null if the attempt no longer exists. */
async function settled<A extends AttemptFields, Done>(attempts: Attempts<A, Done>, key: string, signal: AbortSignal) {
  for (let tries = 0; ; tries += 1) {
    await pauseBeforeTry(tries, signal);
    if (signal.aborted) return null;
    const outcome = await attempts.askAgain(key).catch((): Outcome<Done> => ({ kind: 'unknown' }));
    if (outcome?.kind !== 'unknown') return outcome;
  }
}

interface Handlers<A, Done> {
  onKnown: (outcome: KnownOutcome<Done>, attempt: A) => void;
  /** Called if the attempt is still stored but too old to retry. */
  onStale?: () => void;
}

/** Resolves the outcome of an attempt whose response was lost, whether this page or another made it. */
export function useResolveAttempt<A extends AttemptFields, Done>(
  attempts: Attempts<A, Done>,
  handlers: Handlers<A, Done>,
): void {
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
