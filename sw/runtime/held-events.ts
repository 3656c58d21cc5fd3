import { createLifetime, type Lifetime } from './lifetime.ts';
import type { Keep } from './runtime.ts';

/** Holds a browser's event open; to be called before its handler returns. */
export type WaitUntil = (work: Promise<unknown>) => void;

export interface HeldEvents {
  /** Runs an event's work, and holds the event until all that it began is done and told. */
  run<T>(waitUntil: WaitUntil, work: (keep: Keep) => Promise<T>): Promise<T>;
  /** Holds whichever events are open. */
  keep: Keep;
}

/** @param told settles once pages were told of all that happened */
export function createHeldEvents(told: () => Promise<unknown>): HeldEvents {
  const lifetimes = new Set<Lifetime>();
  return {
    run(waitUntil, work) {
      const lifetime = createLifetime();
      lifetimes.add(lifetime);
      const working = work(lifetime.keep);
      lifetime.keep(working);
      const finish = async () => {
        do {
          await lifetime.done();
          await told();
        } while (lifetime.isBusy());
        lifetimes.delete(lifetime);
      };
      waitUntil(finish());
      return working;
    },
    keep(work) {
      for (const { keep } of lifetimes) keep(work);
    },
  };
}
