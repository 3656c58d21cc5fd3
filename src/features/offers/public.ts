export { Handle } from './Handle.tsx';
export { OfferBadge } from './OfferBadge.tsx';
export { layDecision, newerOffer, offerKeys, offerQuery, putOffer, takeFromReview, toReviewQuery } from './queries.ts';
