import { useBlocker } from '@tanstack/react-router';

/** On a phone Back is how one gets out of what lies over the page: it stays here, and does `back` instead. */
export function useBackButton(back: () => void): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      back();
      return true;
    },
    enableBeforeUnload: false,
  });
}
