import { createListeners } from '#domain/shared/listeners.ts';

const firstPauseMs = 2000;
const longestPauseMs = 30_000;

/** Reports if a dependency is worth calling, so that callers don't each wait for it in vain. */
export interface CircuitBreaker {
  isAvailable(): boolean;
  /** True while it is unavailable and a trial is due; once for each pause, and pauses grow longer. */
  isTrialDue(): boolean;
  answered(): void;
  failed(): void;
  /** Number of answers so far; distinguishes a single slow answer from none at all. */
  answers(): number;
  /** Calls back when it becomes unavailable or available again; returns how to stop. */
  onChange(listener: (isAvailable: boolean) => void): () => void;
}

/** @param now ms, of any clock; one that is set back ends the pause */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const { subscribe, emit } = createListeners<[isAvailable: boolean]>();
  let available = true;
  let answers = 0;
  let pauseMs = firstPauseMs;
  let pausedAt = 0;

  function set(next: boolean): void {
    if (next === available) return;
    available = next;
    emit(next);
  }

  return {
    isAvailable: () => available,
    answers: () => answers,
    isTrialDue() {
      const passed = now() - pausedAt;
      if (available || (passed >= 0 && passed < pauseMs)) return false;
      pausedAt = now();
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      return true;
    },
    answered() {
      answers += 1;
      pauseMs = firstPauseMs;
      set(true);
    },
    failed() {
      if (!available) return;
      pausedAt = now();
      set(false);
    },
    onChange: subscribe,
  };
}
