/** Resolves after the next frame of the page has been made; in a tab that nobody sees once it is seen. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
