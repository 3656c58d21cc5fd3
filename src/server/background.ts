import type { Logger } from 'pino';

/** Work that continues after the response, so that the response time doesn't reveal it. */
export interface Background {
  run(task: () => Promise<void>): void;
  /** Resolves once all tasks have finished. */
  settled(): Promise<void>;
}

/** Starts tasks after the current request, and logs failures. Unfinished tasks are lost if the process is killed. */
export function backgroundWork(log: Pick<Logger, 'error'>): Background {
  const running = new Set<Promise<void>>();
  return {
    run(task) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(task)
        .catch((error: unknown) => log.error({ err: error }, 'Work after a response failed'))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
