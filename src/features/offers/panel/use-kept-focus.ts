import { type RefObject, useLayoutEffect } from 'react';

const dialogOf = (part: HTMLElement | null) => part?.closest<HTMLElement>('[role="dialog"]');

/** Whether the focus was lost with what had it: it is on nothing, or on the dialog that took it meanwhile. */
export const isFocusLost = (part: HTMLElement | null): boolean =>
  document.activeElement === document.body || document.activeElement === dialogOf(part);

/** What had the focus may go with a decision: the dialog takes it then, or a keyboard would be behind it. */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  // After every render: what goes, and when, is the parts' own affair.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) dialogOf(part.current)?.focus({ preventScroll: true });
  });
}
