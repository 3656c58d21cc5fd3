import type { Offer } from '../contract/offer.ts';
import type { ActionRow } from './action-row.ts';
import { instantOf } from './copy-write.ts';

/** An offer as the brand has left it, by what was sent and is not in the copy, and by what waits. */
export function shownOffer(
  offer: Offer,
  { actions, settled }: { actions: readonly ActionRow[]; settled: readonly Offer[] },
): Offer {
  const newest = settled.reduce(
    (last, each) => (each.id === offer.id && instantOf(each.updatedAt) >= instantOf(last.updatedAt) ? each : last),
    offer,
  );
  return layOver(newest, actions);
}

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
