export { Handle } from './Handle.tsx';
export { OfferBadge } from './OfferBadge.tsx';
export { newerOffer, offerKeys, offerQuery, putOffer, shownOffers, takeFromReview, toReviewQuery } from './queries.ts';
