import type { Runtime } from '#sw/runtime/runtime.ts';

/** A request for Background Sync is taken to stand for so long: a browser that woke the worker in vain forgets it, and tells nobody. */
const standsMs = 30_000;

export interface WakeUp {
  /** An intent was put in the queue. */
  ask(): Promise<void>;
  /** Intents stay: asked for again, unless that was done a moment ago. */
  askAgain(): Promise<void>;
  /** The browser did as it was asked: it has to be asked again. */
  woken(): void;
}

/** Asks the browser to wake the worker once it sees a network, though no page is open. */
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
      if (ageMs === null || ageMs < 0 || ageMs >= standsMs) await ask();
    },
    woken() {
      askedAt = null;
    },
  };
}
