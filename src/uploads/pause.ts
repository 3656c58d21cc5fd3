import { foregroundBackoff } from '#domain/time/backoff.ts';

/**
 * Backs off before a retry, or until the network returns or the page becomes visible, if that's sooner.
 * @param tries retries so far, from 0
 * @param atLeastMs the server's `Retry-After`, which always applies
 */
export function pause(tries: number, atLeastMs = 0): Promise<void> {
  return waitOrWake(foregroundBackoff(tries + 1), { atLeastMs });
}

/**
 * Waits, but stops early if the network may be back: if the browser reports it, or the page becomes visible.
 * @param atLeastMs the server's `Retry-After`, which always applies
 * @throws the signal's reason when it's aborted
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
