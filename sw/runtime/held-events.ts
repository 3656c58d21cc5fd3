import type { KeepAlive } from './runtime.ts';

interface Lifetime {
  keep: KeepAlive;
  isBusy(): boolean;
  /** Settles once all tracked work is done, including work added in the meantime. Never rejects. */
  done(): Promise<void>;
}

/** Tracks the work that an event is held open for. Ignores failures, since they are reported at their source. */
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

/** Holds a browser event open; call it before the handler returns. */
export type WaitUntil = (work: Promise<unknown>) => void;

export interface HeldEvents {
  /** Runs an event's work, and holds the event until all work that it started is done and broadcast. */
  run<T>(waitUntil: WaitUntil, work: (keep: KeepAlive) => Promise<T>): Promise<T>;
  /** Like `run`, for an event that isn't followed by heartbeats of a page; its downloads get more time. */
  runInBackground(waitUntil: WaitUntil, work: () => Promise<void>): Promise<void>;
  /** True during an event that runs in the background. */
  isBackground(): boolean;
  /** Holds all currently open events until the work is done. */
  keep: KeepAlive;
}

/** @param drained settles once pending status changes have been broadcast */
export function createHeldEvents(drained: () => Promise<unknown>): HeldEvents {
  const lifetimes = new Set<Lifetime>();
  let isBackground = false;

  const run: HeldEvents['run'] = (waitUntil, work) => {
    const lifetime = createLifetime();
    lifetimes.add(lifetime);
    const working = work(lifetime.keep);
    lifetime.keep(working);
    const finish = async () => {
      do {
        await lifetime.done();
        await drained();
      } while (lifetime.isBusy());
      lifetimes.delete(lifetime);
    };
    waitUntil(finish());
    return working;
  };

  return {
    run,
    async runInBackground(waitUntil, work) {
      isBackground = true;
      await run(waitUntil, work).finally(() => {
        isBackground = false;
      });
    },
    isBackground: () => isBackground,
    keep(work) {
      for (const { keep } of lifetimes) keep(work);
    },
  };
}
