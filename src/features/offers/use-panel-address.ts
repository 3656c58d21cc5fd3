import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Puts an offer, or none, into the address. */
type ShowOffer = (offerId: string | undefined, options: { replace: boolean }) => void;

/** Opens the panel as a step of the history, so that Back closes it; closing takes that step back. */
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
      // A panel that a link opened has no step of its own to take back.
      if (openedHere.current) history.back();
      else show(undefined, { replace: true });
      openedHere.current = false;
    },
    /** Takes an offer that can't be shown out of the address. */
    drop: () => show(undefined, { replace: true }),
  };
}
