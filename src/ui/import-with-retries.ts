const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const most = 10;

const pauseMs = (tries: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1));

/** Resolves after so long, or as soon as there is a network again. */
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
 * A part of the app, which must not be lost for good, nor take the screen with it: where a bad network cuts it off it is
 * fetched until it is there, for some minutes. Chromium and Safari fetch a module anew that has failed; Firefox does after
 * the page is loaded again.
 * @throws what the last of ten tries failed with
 */
export async function importWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries === most) throw error;
      await pause(pauseMs(tries));
    }
  }
}
