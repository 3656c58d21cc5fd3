import type { Keep } from './runtime.ts';

export interface Lifetime {
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
