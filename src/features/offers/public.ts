export { OfferBadge } from './OfferBadge.tsx';
export { layDecision, offerKeys, putOffer, toReviewQuery } from './queries.ts';
