import type { Runtime } from '#sw/runtime/runtime.ts';

/** Assumed lifetime of a Background Sync registration: after failed retries the browser silently drops it. */
const registrationMs = 30_000;

export interface WakeUp {
  /** Registers for a wake-up. Call this when an intent was queued. */
  ask(): Promise<void>;
  /** Registers again if intents are still queued, unless the last registration is recent. */
  askAgain(): Promise<void>;
  /** Records that the sync event has fired, which consumed the registration. */
  woken(): void;
}

/** Asks the browser to wake the worker when a network is available, even if no page is open. */
export function createWakeUp({ now, registerSync }: Pick<Runtime, 'now' | 'registerSync'>): WakeUp {
  let askedAt: number | null = null;

  async function ask(): Promise<void> {
    askedAt = now();
    await registerSync();
  }

  return {
    ask,
    async askAgain() {
      const ageMs = askedAt === null ? null : now() - askedAt;
      if (ageMs === null || ageMs < 0 || ageMs >= registrationMs) await ask();
    },
    woken() {
      askedAt = null;
    },
  };
}
