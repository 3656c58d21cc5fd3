/** Does work at once, and what is asked for meanwhile once more after it and a gap: a burst becomes few calls, the last one after it. */
export function coalesce(work: () => Promise<unknown>, gap: () => Promise<void>): () => void {
  let isRunning = false;
  let isAskedAgain = false;
  async function run(): Promise<void> {
    isRunning = true;
    do {
      isAskedAgain = false;
      await work().catch(() => undefined);
      await gap();
    } while (isAskedAgain);
    isRunning = false;
  }
  return () => {
    if (isRunning) isAskedAgain = true;
    else void run();
  };
}
