import { useEffect, useRef } from 'react';
import { pause } from '#uploads/pause.ts';
import { CallFailure, isRetryable } from '../data/failure.ts';

/** Retries a fetch that failed because of the network, indefinitely and with backoff. */
export function useRetryWithBackoff(error: unknown, isAsking: boolean, ask: () => unknown): void {
  const tries = useRef(0);
  useEffect(() => {
    if (isAsking) return;
    if (!isRetryable(error)) {
      tries.current = 0;
      return;
    }
    let isWanted = true;
    const atLeastMs = error instanceof CallFailure ? (error.retryAfterMs ?? 0) : 0;
    void pause(tries.current, atLeastMs).then(() => {
      tries.current += 1;
      if (isWanted) ask();
    });
    return () => {
      isWanted = false;
    };
  }, [error, isAsking, ask]);
}
