import type { Logger } from 'pino';

/** Work that continues after its request was answered, so that the answer's timing doesn't depend on it. */
export interface Background {
  run(task: () => Promise<void>): void;
  /** Resolves once nothing is left to do. */
  settled(): Promise<void>;
}

/** Starts tasks once the current request is answered, and logs those that fail. A killed process loses the unfinished ones. */
export function backgroundWork(log: Pick<Logger, 'error'>): Background {
  const running = new Set<Promise<void>>();
  return {
    run(task) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(task)
        .catch((error: unknown) => log.error({ err: error }, 'Work after an answer failed'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
