import { type RefObject, useLayoutEffect } from 'react';

const dialogOf = (part: HTMLElement | null) => part?.closest<HTMLElement>('[role="dialog"]');

/** True if the focused element was removed: the focus is on the body, or on the dialog that received it afterwards. */
export const isFocusLost = (part: HTMLElement | null): boolean =>
  document.activeElement === document.body || document.activeElement === dialogOf(part);

/**
 * Moves the focus to the dialog if a decision removes the focused element. Otherwise keyboard input would go to the
 * page behind it.
 */
export function useFocusAfterRemoval(part: RefObject<HTMLElement | null>): void {
  // Runs after every render, since any part may remove elements at any time.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) dialogOf(part.current)?.focus({ preventScroll: true });
  });
}
