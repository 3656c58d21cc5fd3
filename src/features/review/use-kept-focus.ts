import { type RefObject, useLayoutEffect } from 'react';

const dialogOf = (part: HTMLElement | null) => part?.closest<HTMLElement>('[role="dialog"]');

/** True if the focus was lost with its element: it is on nothing, or on the dialog that took it meanwhile. */
export const isFocusLost = (part: HTMLElement | null): boolean =>
  document.activeElement === document.body || document.activeElement === dialogOf(part);

/** A decision may remove the focused element: the dialog takes the focus then, or a keyboard would be behind it. */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  // After every render: what goes, and when, is the parts' own affair.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) dialogOf(part.current)?.focus({ preventScroll: true });
  });
}
