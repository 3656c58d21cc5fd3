import { useState } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { canReview } from '#domain/offers/offer-stage.ts';

/** The offer on the screen, and the newest of it where that holds a submission that was not shown yet. */
interface ShownOffer {
  offer: Offer;
  latest: Offer;
  isHeld: boolean;
  /** Time at which its submission was shown, ms. */
  sinceMs: number;
  /** The submission under review that was on the screen last; null before any was. */
  reviewed: string | null;
}

/** Content shown for less than this counts as unseen; the panel's `.decisions` style ignores taps for as long. */
const glanceMs = 400;

/**
 * Identifies a submission, including its content: a server may put another caption or video into the same record. A
 * draft's address counts without its query, which some stores sign again with each answer. Its number says which one it is, and not
 * its id: a draft whose approval was taken back is under review again with another id.
 */
export function submissionOf({ currentStage: { fulfillment }, review }: Offer): string {
  if (fulfillment === null) return '';
  const { id, evidenceType, fulfillment: address, metadata } = fulfillment;
  const content = evidenceType === 'PUBLISHED_VIDEO_URL' ? address : address?.split('?', 1)[0];
  return JSON.stringify([review?.attempt ?? id, content, metadata.caption]);
}

/** Puts an offer on the screen as it is. */
const showOffer = (latest: Offer, nowMs: number): ShownOffer => ({
  offer: latest,
  latest,
  isHeld: false,
  sinceMs: nowMs,
  reviewed: canReview(latest) ? submissionOf(latest) : null,
});

/**
 * Updates the shown offer. A new submission is held back until the brand asks for it: a tap that was meant for the visible
 * submission must not decide on one that has just replaced it.
 */
function followOffer(shown: ShownOffer, latest: Offer, nowMs: number): ShownOffer {
  if (latest === shown.latest) return shown;
  const { reviewed, sinceMs } = shown;
  const isAnother = canReview(latest) && submissionOf(latest) !== reviewed;
  if (!isAnother) return { ...shown, offer: latest, latest, isHeld: false };
  if (reviewed === null || nowMs - sinceMs < glanceMs) return showOffer(latest, nowMs);
  // The state of a queued decision is no part of the submission.
  const { pendingAction: _, ...content } = shown.offer;
  const { pendingAction } = latest;
  return { ...shown, latest, isHeld: true, offer: pendingAction ? { ...content, pendingAction } : content };
}

/** The offer as the brand looks at it, of the newest that is known: only that can be decided on. */
export function useShownOffer(latest: Offer) {
  const [kept, keep] = useState(() => showOffer(latest, performance.now()));
  const shown = followOffer(kept, latest, performance.now());
  if (shown !== kept) keep(shown);
  return {
    shown: shown.offer,
    /** The creator sent something that was not shown yet. */
    hasNew: shown.isHeld,
    showNew: () => keep((before) => showOffer(before.latest, performance.now())),
  };
}
