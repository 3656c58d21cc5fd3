export { Handle } from './Handle.tsx';
export { OfferBadge } from './OfferBadge.tsx';
export {
  newerOffer,
  offerKeys,
  offerQuery,
  offerRecords,
  removeFromReview,
  setOffer,
  toReviewQuery,
} from './queries.ts';
