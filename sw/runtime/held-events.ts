import type { Keep } from './runtime.ts';

interface Lifetime {
  keep: Keep;
  isBusy(): boolean;
  /** Settles when nothing is kept any more; what is kept meanwhile counts too. Never rejects. */
  done(): Promise<void>;
}

/** The work that an event has to be held open for. What fails there was told where it failed. */
export function createLifetime(): Lifetime {
  const pending = new Set<Promise<unknown>>();
  return {
    keep(work) {
      const tracked = work
        .catch(() => undefined)
        .finally(() => {
          pending.delete(tracked);
        });
      pending.add(tracked);
    },
    isBusy: () => pending.size > 0,
    async done() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** Holds a browser's event open; to be called before its handler returns. */
export type WaitUntil = (work: Promise<unknown>) => void;

export interface HeldEvents {
  /** Runs an event's work, and holds the event until all that it began is done and told. */
  run<T>(waitUntil: WaitUntil, work: (keep: Keep) => Promise<T>): Promise<T>;
  /** Holds whichever events are open. */
  keep: Keep;
}

/** @param told settles once the pages have heard of all that happened */
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
