let wanted = false;

const focus = (title: HTMLElement | null) => title?.focus({ preventScroll: true });

/** After a navigation: the page's `h1` takes the focus, now or as soon as it is mounted. */
export function requestTitleFocus(): void {
  const title = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
  wanted = title === null;
  focus(title);
}

/** Ref of a title: gives it the focus when it is mounted after a navigation. */
export function giveTitleFocus(title: HTMLElement | null): void {
  if (!wanted || title === null) return;
  wanted = false;
  focus(title);
}
