import { useEffect, useRef } from 'react';
import { pause } from '#uploads/pause.ts';
import { CallFailure, mayComeBy } from '../data/failure.ts';

/** Asks again, by itself and as long as it takes, for what a bad network has kept. */
export function useKeepTrying(error: unknown, isAsking: boolean, ask: () => unknown): void {
  const tries = useRef(0);
  useEffect(() => {
    if (isAsking) return;
    if (!mayComeBy(error)) {
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
