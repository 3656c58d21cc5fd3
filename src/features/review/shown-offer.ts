import { useState } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { canReview } from '#domain/offers/offer-stage.ts';

/** The offer on the screen, and its latest state, which is held back if it has a submission that wasn't shown yet. */
interface ShownOffer {
  offer: Offer;
  latest: Offer;
  isHeld: boolean;
  /** Time when its submission was shown, ms. */
  sinceMs: number;
  /** The last submission under review that was on the screen; null before the first. */
  reviewed: string | null;
}

/** Content shown for a shorter time counts as unseen; the panel's `.decisions` style ignores taps for the same time. */
const glanceMs = 400;

/**
 * Identifies a submission, including its content: a server may replace the caption or video within a record. A draft's
 * URL is compared without its query, since some stores sign it differently in each response. The version is identified
 * by its number rather than its id: a draft whose approval was taken back returns to review with another id.
 */
export function submissionOf({ currentStage: { fulfillment }, review }: Offer): string {
  if (fulfillment === null) return '';
  const { id, evidenceType, fulfillment: address, metadata } = fulfillment;
  const content = evidenceType === 'PUBLISHED_VIDEO_URL' ? address : address?.split('?', 1)[0];
  return JSON.stringify([review?.attempt ?? id, content, metadata.caption]);
}

/** State that shows an offer's latest version. */
const showOffer = (latest: Offer, nowMs: number): ShownOffer => ({
  offer: latest,
  latest,
  isHeld: false,
  sinceMs: nowMs,
  reviewed: canReview(latest) ? submissionOf(latest) : null,
});

/**
 * Updates the shown offer. A new submission is held back until the brand asks for it: a tap meant for the visible
 * submission must not decide on one that just replaced it.
 */
function followOffer(shown: ShownOffer, latest: Offer, nowMs: number): ShownOffer {
  if (latest === shown.latest) return shown;
  const { reviewed, sinceMs } = shown;
  const isAnother = canReview(latest) && submissionOf(latest) !== reviewed;
  if (!isAnother) return { ...shown, offer: latest, latest, isHeld: false };
  if (reviewed === null || nowMs - sinceMs < glanceMs) return showOffer(latest, nowMs);
  // A queued decision's state isn't part of the submission.
  const { pendingAction: _, ...content } = shown.offer;
  const { pendingAction } = latest;
  return { ...shown, latest, isHeld: true, offer: pendingAction ? { ...content, pendingAction } : content };
}

/** The offer as shown to the brand, derived from its latest state. Only the shown submission can be decided on. */
export function useShownOffer(latest: Offer) {
  const [kept, keep] = useState(() => showOffer(latest, performance.now()));
  const shown = followOffer(kept, latest, performance.now());
  if (shown !== kept) keep(shown);
  return {
    shown: shown.offer,
    /** True if the creator sent something that wasn't shown yet. */
    hasNew: shown.isHeld,
    showNew: () => keep((before) => showOffer(before.latest, performance.now())),
  };
}
