const waitsMs = [1000, 2000, 4000, 8000, 15_000];

/** Waits before the next of many tries, longer each time, but no longer than until the network comes back. */
export function pauseBeforeTry(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 0);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
