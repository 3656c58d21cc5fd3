import { acceptEvidence } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { outcomeOfDecision } from '#domain/offers/decision-outcome.ts';
import type { KindOf } from '../kind.ts';
import { decisionOf } from './decision.ts';

/** Approves the submission that was looked at. */
export const approve: KindOf<'approve'> = {
  ...decisionOf('approve'),
  endpoint: acceptEvidence,
  read: ({ params, ifMatch }) => (ifMatch === null ? null : { offerId: params.id ?? '', fulfillmentId: ifMatch }),
  request: ({ offerId, fulfillmentId }) => ({ params: { id: offerId }, body: {}, ifMatch: fulfillmentId }),
  outcome({ payload: { fulfillmentId }, seen }, now) {
    const decision = { kind: 'approve', fulfillmentId, offerSeen: offerIn(seen), requestedChanges: null } as const;
    const offer = offerIn(now);
    return offer ? outcomeOfDecision(decision, offer) : 'unknown';
  },
};
