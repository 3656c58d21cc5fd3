const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
const maxTries = 10;

const pauseMs = (tries: number) => Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1));

/** Resolves after `ms`, or when the network returns. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });

/**
 * Imports a part of the app with retries over some minutes, since a bad network must neither make that part unavailable
 * for good nor break the screen. Chromium and Safari refetch a failed module; Firefox only after a reload
 * (https://github.com/whatwg/html/issues/6768).
 * @param onFailure called after each failed try that is followed by another
 * @throws the error of the last of ten tries
 */
export async function importWithRetries<T>(load: () => Promise<T>, onFailure = () => {}): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries === maxTries) throw error;
      onFailure();
      await pause(pauseMs(tries));
    }
  }
}
