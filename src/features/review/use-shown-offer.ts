import { useState } from 'react';
import type { Offer } from '#contract/offer.ts';
import { followOffer, showOffer } from './shown-offer.ts';

/** The offer as the brand looks at it, of the newest that is known: only that can be decided on. */
export function useShownOffer(latest: Offer) {
  const [kept, keep] = useState(() => showOffer(latest, performance.now()));
  const shown = followOffer(kept, latest, performance.now());
  if (shown !== kept) keep(shown);
  return {
    shown: shown.offer,
    /** The creator sent something that was not shown yet. */
    hasNew: shown.isHeld,
    showNew: () => keep((before) => showOffer(before.latest, performance.now())),
  };
}
