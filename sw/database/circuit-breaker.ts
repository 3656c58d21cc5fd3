import { createListeners } from '#domain/shared/listeners.ts';
import { storageBackoff } from '#domain/time/backoff.ts';

/** Tracks whether a dependency responds, so callers don't each wait for a timeout. */
export interface CircuitBreaker {
  isAvailable(): boolean;
  /** True once per pause while the dependency is unavailable; pauses double in length. */
  isTrialDue(): boolean;
  answered(): void;
  failed(): void;
  /** Number of successful calls so far; distinguishes one slow call from a dead dependency. */
  answers(): number;
  /** Subscribes to changes of availability; returns the unsubscribe function. */
  onChange(listener: (isAvailable: boolean) => void): () => void;
}

/** @param now any clock, ms; setting it back ends the pause */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const { subscribe, emit } = createListeners<[isAvailable: boolean]>();
  let available = true;
  let answers = 0;
  let failures = 1;
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
      if (available || (passed >= 0 && passed < storageBackoff(failures))) return false;
      pausedAt = now();
      failures += 1;
      return true;
    },
    answered() {
      answers += 1;
      failures = 1;
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
