import * as v from 'valibot';
import { rejectEvidence } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { outcomeOfDecision } from '#domain/offers/decision-outcome.ts';
import type { KindOf } from '../kind.ts';
import { decisionOf } from './decision.ts';

/** Asks for changes of the submission that was looked at. */
export const requestChanges: KindOf<'request-changes'> = {
  ...decisionOf('request-changes'),
  endpoint: rejectEvidence,
  read({ params, body, ifMatch }) {
    const parsed = v.safeParse(rejectEvidence.body, body);
    if (ifMatch === null || !parsed.success) return null;
    return { offerId: params.id ?? '', fulfillmentId: ifMatch, requestedChanges: parsed.output.requestedChanges };
  },
  request: ({ offerId, fulfillmentId, requestedChanges }) => ({
    params: { id: offerId },
    body: { requestedChanges },
    ifMatch: fulfillmentId,
  }),
  outcome({ payload: { fulfillmentId, requestedChanges }, seen }, now) {
    const decision = { kind: 'request-changes', fulfillmentId, offerSeen: offerIn(seen), requestedChanges } as const;
    const offer = offerIn(now);
    return offer ? outcomeOfDecision(decision, offer) : 'unknown';
  },
};
