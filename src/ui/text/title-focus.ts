let wanted = false;

const focus = (title: HTMLElement | null) => title?.focus({ preventScroll: true });

/** Focuses the page's `h1` after a navigation, now or as soon as it's mounted. */
export function requestTitleFocus(): void {
  const title = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
  wanted = title === null;
  focus(title);
}

/** Ref callback of a title: focuses it if it's mounted after a navigation. */
export function giveTitleFocus(title: HTMLElement | null): void {
  if (!wanted || title === null) return;
  wanted = false;
  focus(title);
}
