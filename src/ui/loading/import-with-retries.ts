import { loadStyleSheet } from './load-style-sheet.ts';

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

/** Address of the style sheet without which Vite gave up; null if something else failed. */
const lostStyleSheet = (error: unknown): string | null =>
  (error instanceof Error && /^Unable to preload CSS for (\S+)$/.exec(error.message)?.[1]) || null;

/**
 * Imports a part of the app with retries over some minutes, since a bad network must neither make that part unavailable
 * for good nor break the screen. Chromium and Safari refetch a failed module; Firefox only after a reload
 * (https://github.com/whatwg/html/issues/6768).
 * Vite loads each style sheet only once, even if that fails, so this loads the ones that failed.
 * @param onFailure called after each failed try that is followed by another
 * @throws the error of the last of ten tries
 */
export async function importWithRetries<T>(load: () => Promise<T>, onFailure = () => {}): Promise<T> {
  const lost = new Set<string>();
  for (let tries = 1; ; tries += 1) {
    try {
      for (const href of lost) {
        await loadStyleSheet(href);
        lost.delete(href);
      }
      return await load();
    } catch (error) {
      if (tries === maxTries) throw error;
      const href = lostStyleSheet(error);
      if (href !== null) lost.add(href);
      onFailure();
      await pause(pauseMs(tries));
    }
  }
}
