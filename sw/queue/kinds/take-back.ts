import { takeBackApproval } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { outcomeOfTakeBack } from '#domain/offers/decision-outcome.ts';
import type { KindOf } from '../kind.ts';
import { decisionOf } from './decision.ts';

/** Takes back the approval of a draft whose post link is owed. */
export const takeBack: KindOf<'take-back'> = {
  ...decisionOf('take-back'),
  endpoint: takeBackApproval,
  read: ({ params, ifMatch }) => (ifMatch === null ? null : { offerId: params.id ?? '', fulfillmentId: ifMatch }),
  request: ({ offerId, fulfillmentId }) => ({ params: { id: offerId }, body: {}, ifMatch: fulfillmentId }),
  outcome({ payload: { fulfillmentId }, seen }, now) {
    const offer = offerIn(now);
    return offer ? outcomeOfTakeBack({ fulfillmentId, offerSeen: offerIn(seen) }, offer) : 'unknown';
  },
};
