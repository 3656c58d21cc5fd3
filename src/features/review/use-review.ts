import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toActionNeedingAttention } from '#app/intents/attention-text.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { canReview } from '#domain/offers/offer-stage.ts';
import { videoTime } from '#domain/review/video-time.ts';
import { toReviewQuery } from '#features/offers/public.ts';
import { sendQueueCommand, useParkedIntentOn } from '#features/queue/public.ts';
import { useChecklist } from './decision/use-checklist.ts';
import { isOfferChanged, useDecision } from './decision/use-decision.ts';
import { useRequest } from './decision/use-request.ts';
import { submissionOf, useShownOffer } from './shown-offer.ts';
import { useShownVersion } from './versions/use-shown-version.ts';

/** Other submissions that await the brand, and the next one to show; undefined until they're known. */
function useOthersToReview({ id, campaignId }: Offer) {
  const { data } = useQuery(toReviewQuery());
  const others = data?.filter((other) => other.id !== id);
  // Prefer the open campaign.
  const next = others?.find((other) => other.campaignId === campaignId) ?? others?.[0];
  return { others, next };
}

/** The changes being requested on the shown submission. */
function useAsking(offer: Offer, decide: ReturnType<typeof useDecision>['decide']) {
  const checklist = useChecklist(offer.id, submissionOf(offer));
  const form = useRequest(checklist, offer.currentStage.fulfillment);
  const [added, setAdded] = useState<string | null>(null);
  const wasLeft = useRef(false);
  return {
    checklist,
    form,
    /** Id of a remark just added from the timeline. */
    added,
    /** True once the user went back to the submission. */
    wasLeft,
    open() {
      setAdded(null);
      checklist.open();
    },
    leave() {
      wasLeft.current = true;
      checklist.close();
    },
    addAt: (seconds: number) => setAdded(checklist.addRemark(null, videoTime(seconds))),
    send() {
      const changes = form.ready();
      if (changes === null) return;
      decide(
        { offer, kind: 'request-changes', changes },
        // A failed decision can be resent from here; a refused one was about another submission.
        { onSuccess: checklist.finish, onError: (error) => isOfferChanged(error) && checklist.close() },
      );
    },
  };
}

/**
 * State of an offer's review: its visible submission, and the decision on it.
 * @param latest the latest known state of the offer
 * @param onDecided called once a decision was sent or queued
 */
export function useReview(latest: Offer, onDecided?: () => void) {
  const client = useQueryClient();
  const { shown: offer, hasNew, showNew } = useShownOffer(latest);
  const { decide, sending, decided, refusal, dismissRefusal } = useDecision(onDecided);
  const parked = useParkedIntentOn({ type: 'offer', id: offer.id });
  const asking = useAsking(offer, decide);
  const versions = useShownVersion(offer);
  const body = useRef<HTMLDivElement>(null);

  const isReviewable = canReview(offer) && offer.pendingAction === undefined;
  const isAsking = asking.checklist.isOpen && isReviewable && !hasNew;
  const scrollToTop = () => {
    if (body.current) body.current.scrollTop = 0;
  };
  const showNewest = () => {
    showNew();
    // The user may have scrolled through the previous submission.
    scrollToTop();
  };
  return {
    offer,
    ...useOthersToReview(offer),
    /** Ref for the element that scrolls. */
    body,
    isReviewable,
    /** True if the creator sent something that isn't shown yet. */
    hasNew,
    showNewest,
    versions,
    /** The earlier version that is shown, if any. */
    version: isAsking ? null : versions.shown,
    asking,
    isAsking,
    ask() {
      versions.showCurrent();
      asking.open();
      scrollToTop();
    },
    decide: (kind: 'approve' | 'take-back') => decide({ offer, kind, changes: [] }),
    sending,
    decided,
    /** A refused decision; null if there is none. */
    refused: (parked && offerIn(parked.seen) ? toActionNeedingAttention(parked) : null) ?? refusal,
    async settle(type: 'retry' | 'discard') {
      if (parked) await sendQueueCommand(client, type, parked);
      dismissRefusal();
      if (type === 'discard') showNewest();
    },
  };
}
export type OpenReview = ReturnType<typeof useReview>;
