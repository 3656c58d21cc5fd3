import type { Offer, OfferStageType } from '#contract/brand/offer.ts';
import { compareNewestFirst } from '../shared/compare.ts';
import { listedStage, type OfferQuery } from './offer-stage.ts';

/**
 * Stages sorted before all others: within a campaign, submissions awaiting the brand's decision. Uses the server's stage, so an
 * offer with a queued decision keeps its place until the decision is sent.
 */
export const priorityStages = ({ campaignId }: OfferQuery): readonly OfferStageType[] =>
  campaignId === undefined ? [] : ['AWAITING_EVIDENCE_CLEARANCE'];

/** Sort order of a list: priority stages, then last updated first, then by id. */
export function offerOrder(query: OfferQuery): (a: Offer, b: Offer) => number {
  const first = priorityStages(query);
  const rank = (offer: Offer) => (first.includes(listedStage(offer)) ? 0 : 1);
  return (a, b) =>
    rank(a) - rank(b) || compareNewestFirst({ at: a.updatedAt, id: a.id }, { at: b.updatedAt, id: b.id });
}
