import { useBlocker } from '@tanstack/react-router';

/**
 * On a phone Back is how one gets out of what lies over the page: it stays here, and does `back` instead.
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
