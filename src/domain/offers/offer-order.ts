import type { Offer, OfferStageType } from '#contract/brand/offer.ts';
import { compareNewestFirst } from '../shared/compare.ts';
import { listedStage, type OfferQuery } from './offer-stage.ts';

/**
 * Stages that a list shows before all others: within a campaign, what awaits the brand's decision. The stage is the server's, so a
 * decision that is queued keeps its offer's place until it was sent.
 */
export const stagesFirst = ({ campaignId }: OfferQuery): readonly OfferStageType[] =>
  campaignId === undefined ? [] : ['AWAITING_EVIDENCE_CLEARANCE'];

/** A list's order: its first stages, then last updated first, then by id. */
export function offerOrder(query: OfferQuery): (a: Offer, b: Offer) => number {
  const first = stagesFirst(query);
  const rank = (offer: Offer) => (first.includes(listedStage(offer)) ? 0 : 1);
  return (a, b) =>
    rank(a) - rank(b) || compareNewestFirst({ at: a.updatedAt, id: a.id }, { at: b.updatedAt, id: b.id });
}
