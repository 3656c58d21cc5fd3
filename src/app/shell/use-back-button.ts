import { useBlocker } from '@tanstack/react-router';

/**
 * Has the browser's Back close what is open over the page, as phone users expect: the page stays, and `back` is called.
 * @param isOver whether anything lies over the page now
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
