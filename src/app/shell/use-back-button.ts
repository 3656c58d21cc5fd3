import { useBlocker } from '@tanstack/react-router';

/**
 * Lets the browser's Back close an overlay, as phone users expect: the page stays, and `back` is called.
 * @param isOver true while an overlay is open
 */
export function useBackButton(back: () => void, isOver = true): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      back();
      return true;
    },
    enableBeforeUnload: false,
    disabled: !isOver,
  });
}
