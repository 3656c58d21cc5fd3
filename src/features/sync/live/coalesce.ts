/**
 * Runs work immediately. Calls during a run share one more run after a gap, so a burst causes few runs, the last one
 * after its end.
 */
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
