const timeoutMs = 1_000;

/** Resolves when the browser is idle, or after a second. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: timeoutMs });
    else setTimeout(resolve, timeoutMs / 4);
  });
