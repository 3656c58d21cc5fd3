import type { Offer } from '#contract/brand/offer.ts';
import { canReview } from '#domain/offers/offer-stage.ts';
import { checksOf, type SubmissionCheck } from '#domain/review/submission-checks.ts';
import { useRequiredTags } from './use-required-tags.ts';

type Shown = Pick<Parameters<typeof checksOf>[0], 'evidenceType' | 'metadata'> & { fulfillment: string | null };

/** Checks of the visible content; empty without content. A post's account is checked until the brand has decided. */
export function useChecks(offer: Offer, shown: Shown | null): SubmissionCheck[] {
  const tags = useRequiredTags(offer);
  const isUndecided = canReview(offer) && offer.pendingAction === undefined;
  if (shown === null || shown.fulfillment === null) return [];
  if (shown.evidenceType === 'PUBLISHED_VIDEO_URL' && !isUndecided) return [];
  return checksOf({ ...shown, account: offer.socialAccount, ...tags });
}
