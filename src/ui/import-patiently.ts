const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const most = 10;

const pauseMs = (tries: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1));

/**
 * A part of the app that nobody would ask for again: where a bad network loses it, it is fetched until it is there, for some
 * minutes. Chromium and Safari fetch a module anew that has failed; Firefox does after the page is loaded again.
 * @throws what the last of ten tries failed with
 */
export async function importPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries === most) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs(tries)));
    }
  }
}
