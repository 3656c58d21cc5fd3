import { type Offer, offerSchema } from '#contract/brand/offer.ts';
import { withoutOverlay } from '#domain/offers/brand-record.ts';
import { listedStage } from '#domain/offers/offer-stage.ts';
import { type CopyWrite, instantOf } from '../copy-write.ts';
import { type EntityKind, putEntities } from './entities.ts';

/** Offers, last updated first, with submissions to review before the others; filtered by campaign and stage. */
export const offerKind: EntityKind<Offer> = {
  store: 'offers',
  schema: offerSchema,
  shownIn: ['offers'],
  facetCount: 2,
  entryOf: (offer) => ({
    id: offer.id,
    at: instantOf(offer.updatedAt),
    facets: [offer.campaignId, listedStage(offer)],
  }),
};

/** Stores offers and deletes removed ones. Optimistic updates are never stored with an offer. */
export const putOffers = (write: CopyWrite, offers: readonly Offer[], removedIds?: readonly string[]) =>
  putEntities(
    write,
    offerKind,
    offers.map((offer) => withoutOverlay(offer)),
    removedIds,
  );
