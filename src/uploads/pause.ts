import { retryPauseMs } from '#domain/time/retry-pause.ts';

/**
 * Waits before another try, longer each time, but no longer than until the network is back or the page is looked at again.
 * @param atLeastMs what a server has asked for; it holds whatever happens
 */
export function pause(tries: number, atLeastMs = 0): Promise<void> {
  return waitOrWake(retryPauseMs(tries), { atLeastMs });
}

/**
 * Waits, but not beyond the moment in which there may be a network again: the browser says so, or the page is looked at.
 * @param atLeastMs what a server has asked for; it holds whatever happens
 * @throws the signal's reason when it is aborted
 */
export function waitOrWake(
  ms: number,
  { atLeastMs = 0, signal }: { atLeastMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (settle: () => void) => {
      ended.abort();
      clearTimeout(timer);
      settle();
    };
    const wake = () => end(resolve);
    const give = () => end(() => reject(signal?.reason));
    const timer = setTimeout(wake, Math.max(ms, atLeastMs));
    const options = { signal: ended.signal };
    signal?.addEventListener('abort', give, options);
    if (signal?.aborted) give();
    if (atLeastMs > 0) return;
    window.addEventListener('online', wake, options);
    window.addEventListener('pageshow', wake, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), options);
  });
}
