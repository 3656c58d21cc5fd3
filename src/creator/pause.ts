const pausesMs = [1000, 2000, 4000, 8000, 15_000];

/**
 * Waits before another try, longer each time, but no longer than until the network is back or the page is looked at again.
 * @param atLeastMs what a server has asked for; it holds whatever happens
 */
export function pause(tries: number, atLeastMs = 0): Promise<void> {
  const ms = Math.max(atLeastMs, pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', seen);
      resolve();
    };
    const seen = () => document.visibilityState === 'visible' && done();
    const timer = setTimeout(done, ms);
    if (atLeastMs > 0) return;
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', seen);
  });
}
