import { type RefObject, useEffect } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;

const nameOf = ({ key }: KeyboardEvent) => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key);

/** True if the focused control handles the key itself. */
const isOwnKey = (name: string, target: EventTarget | null) => {
  // A list row keeps the focus after it was opened, but the space bar should then play the video.
  const takers =
    name === 'Space' ? 'button:not([data-offer]), a, input, summary' : name === 'Enter' ? 'button, a, summary' : null;
  return takers !== null && target instanceof HTMLElement && target.closest(takers) !== null;
};

/** True if a dialog covers the element. */
const isCovered = (root: HTMLElement) =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => !dialog.contains(root));

/** A key's name, such as ArrowDown, and its action. */
export type Shortcut = readonly [key: string, act: () => void];

/**
 * Clicks the button under `root` whose `aria-keyshortcuts` contains the key, so the keyboard matches the screen. Other
 * keys are passed to `others`. A key that is held down decides only once.
 */
export function useShortcuts(root: RefObject<HTMLElement | null>, others: readonly Shortcut[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, repeat, target, defaultPrevented } = event;
      const name = nameOf(event);
      const pane = root.current;
      if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || isOwnKey(name, target)) return;
      if (pane !== null && isCovered(pane)) return;
      const buttons = [...(pane?.querySelectorAll<HTMLElement>('[aria-keyshortcuts]') ?? [])];
      const button = buttons.find((each) => each.getAttribute('aria-keyshortcuts')?.split(' ').includes(name));
      const act = button ? () => button.click() : others.find(([key]) => key === name)?.[1];
      if (act === undefined) return;
      event.preventDefault();
      const isOnce = button !== undefined && button.dataset.repeats === undefined;
      if (!(repeat && isOnce) && !button?.matches(':disabled, [data-loading]')) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root, others]);
}
