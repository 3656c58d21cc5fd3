export interface Poller {
  /** Starts a round, or another one after the current round. Returns at once. */
  wake(): void;
  /** Stops polling and waits for the current round. */
  stop(): Promise<void>;
}

interface PollOptions {
  /** Interval between the starts of rounds; a tick during a round is skipped. */
  everyMs: number;
  /** `isStopped` lets a long round end early. */
  round(isStopped: () => boolean): Promise<unknown>;
  onError(error: unknown): void;
}

/** Runs rounds at an interval, one at a time, and sooner when woken. */
export function startPolling({ everyMs, round, onError }: PollOptions): Poller {
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
