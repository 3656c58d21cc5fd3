const timeoutMs = 1_000;

/** Resolves when the browser has nothing better to do, or after a second. */
export const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari lacks it.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    else setTimeout(resolve, timeoutMs / 4);
  });
