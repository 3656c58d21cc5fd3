/** Resolves after the page's next frame; in a background tab, once the tab is visible. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
