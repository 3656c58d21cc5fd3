export interface Poller {
  /** Begins a round, or another one after the one that runs. Answers at once. */
  wake(): void;
  /** Ends it, after the round that runs. */
  stop(): Promise<void>;
}

interface Polling {
  /** Time from the request of one round to the next, unless a round is running. */
  everyMs: number;
  /** `isStopped`: a round that takes long looks whether it is to end. */
  round(isStopped: () => boolean): Promise<unknown>;
  onError(error: unknown): void;
}

/** Runs rounds at an interval, one at a time, and sooner when woken. */
export function startPolling({ everyMs, round, onError }: Polling): Poller {
  let running: Promise<void> | null = null;
  let wokenAgain = false;
  let stopped = false;
  const begin = () => {
    wokenAgain = false;
    running = round(() => stopped)
      .then(() => {}, onError)
      .finally(() => {
        running = null;
        if (wokenAgain && !stopped) begin();
      });
  };
  const wake = () => {
    if (stopped) return;
    if (running === null) begin();
    else wokenAgain = true;
  };
  const timer = setInterval(() => {
    if (running === null) wake();
  }, everyMs);
  timer.unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
