/**
 * Waits, but not beyond the moment in which there may be a network again: the browser says so, or the page is looked at.
 * @throws the signal's reason when it is aborted
 */
export function waitOrWake(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (settle: () => void) => () => {
      ended.abort();
      clearTimeout(timer);
      settle();
    };
    const timer = setTimeout(
      end(() => resolve()),
      ms,
    );
    const wake = end(() => resolve());
    const options = { signal: ended.signal };
    window.addEventListener('online', wake, options);
    window.addEventListener('pageshow', wake, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), options);
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason)),
      options,
    );
    if (signal.aborted) end(() => reject(signal.reason))();
  });
}

/** Keeps the screen on while `work` runs, where the browser can: a phone that sleeps ends what a page does. */
export async function awake<T>(work: () => Promise<T>): Promise<T> {
  let lock: WakeLockSentinel | null = null;
  const ask = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    lock = await navigator.wakeLock.request('screen').catch(() => null);
  };
  // The browser lets go of it whenever the page is hidden.
  document.addEventListener('visibilitychange', ask);
  const asked = ask();
  try {
    return await work();
  } finally {
    document.removeEventListener('visibilitychange', ask);
    await asked;
    await (lock as WakeLockSentinel | null)?.release().catch(() => {});
  }
}
