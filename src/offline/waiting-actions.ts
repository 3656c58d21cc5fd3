import type { Offer } from '../contract/offer.ts';
import type { ActionRow } from './action-row.ts';

/** An offer with the brand's decision on it that still waits in the queue; the latest, where one needs attention too. */
export function layOver(offer: Offer, actions: readonly ActionRow[]): Offer {
  const latest = actions
    .filter(({ offerId }) => offerId === offer.id)
    .reduce<ActionRow | null>((last, action) => (last === null || action.seq > last.seq ? action : last), null);
  if (latest === null) return offer;
  const { actionId, kind, state, lease, queuedAt } = latest;
  return {
    ...offer,
    pendingAction: {
      actionId,
      kind,
      state: state === 'waiting' && lease !== null ? 'sending' : state,
      queuedAt: new Date(queuedAt).toISOString(),
    },
  };
}
