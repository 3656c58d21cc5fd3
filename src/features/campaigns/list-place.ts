import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';

const indexKey = '__TSR_index';

/** Index of the list in this tab's history. */
let listIndex: number | null = null;

/** Records the list's position in the history, so that returning from a campaign leads there. */
export function useRememberedPlace(): void {
  const router = useRouter();
  useEffect(() => {
    listIndex = router.history.location.state[indexKey];
  });
}

/**
 * Click handler of the link back to the list: goes back in the history if the list is the previous entry, otherwise
 * follows the link.
 */
export function useBackToList(): (event: MouseEvent) => void {
  const router = useRouter();
  return (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || router.history.location.state[indexKey] - 1 !== listIndex) return;
    event.preventDefault();
    router.history.back();
  };
}
