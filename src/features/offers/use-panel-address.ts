import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Sets or removes the offer in the URL. */
type ShowOffer = (offerId: string | undefined, options: { replace: boolean }) => void;

/** Opens the panel as a new history entry, so that Back closes it; closing removes that entry. */
export function usePanelAddress(offerId: string | undefined, show: ShowOffer) {
  const { history } = useRouter();
  const openedHere = useRef(false);
  useEffect(() => {
    // The browser's Back closes the panel, too.
    if (offerId === undefined) openedHere.current = false;
  }, [offerId]);
  return {
    open: (id: string) => {
      openedHere.current = true;
      show(id, { replace: false });
    },
    /** Shows another offer in the same panel. */
    swap: (id: string) => show(id, { replace: true }),
    close: () => {
      // A panel that a link opened has no history entry of its own.
      if (openedHere.current) history.back();
      else show(undefined, { replace: true });
      openedHere.current = false;
    },
    /** Removes an offer that can't be shown from the URL. */
    drop: () => show(undefined, { replace: true }),
  };
}
