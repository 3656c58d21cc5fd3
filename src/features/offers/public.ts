export { OfferBadge } from './OfferBadge.tsx';
export { layDecision, putOffer } from './put-offer.ts';
export { offerKeys, toReviewQuery } from './queries.ts';
