import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { ApiError } from '#api/error.ts';
import { useHoldSetting } from '#app/device/hold-setting.ts';
import type { ActionNeedingAttention } from '#app/intents/attention-text.ts';
import { forgetDecided, noteDecided } from '#app/intents/local-decision.ts';
import { isSettled } from '#app/intents/settled-actions.ts';
import type { IntentOf } from '#contract/brand/intent.ts';
import { type Offer, offerChangedSchema } from '#contract/brand/offer.ts';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import { offerIn } from '#domain/offers/brand-record.ts';
import { creatorName, reviewKind } from '#domain/offers/offer-stage.ts';
import { offerKeys, offerRecords, setOffer } from '#features/offers/public.ts';
import { type IntentCallbacks, type RequestedIntent, useIntent } from '#features/queue/public.ts';
import { toastError } from '#ui/toasts/toast.tsx';

export type DecisionKind = 'approve' | 'request-changes' | 'take-back';
type DecisionIntent = { [K in DecisionKind]: IntentOf<K> }[DecisionKind];

interface Decision {
  /** The offer as the user saw it: the server compares its submission with the current one. */
  offer: Offer;
  kind: DecisionKind;
  changes: RequestedChange[];
}

type OfferChanged = v.InferOutput<typeof offerChangedSchema>;

/** True if the creator has changed the submission in the meantime, so that it's no longer current. */
export const isOfferChanged = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 412;

function intentOf({ offer, kind, changes }: Decision): DecisionIntent {
  const payload = { offerId: offer.id, fulfillmentId: offer.currentStage.fulfillment?.id ?? '' };
  return kind === 'request-changes' ? { kind, payload: { ...payload, requestedChanges: changes } } : { kind, payload };
}

/** Marks the decision as needing attention, since the offer has changed after the brand saw it. */
const conflictOf = (
  { intent, seen }: RequestedIntent<DecisionKind>,
  { message, offer: now }: OfferChanged,
): ActionNeedingAttention => ({
  ...intent,
  seen,
  attention: { code: 'offer_changed', message, certainty: 'refused', now: { type: 'offer', value: now } },
});

/**
 * Makes decisions about one offer. The worker sends, holds or queues them, or they're refused because the offer has
 * changed.
 * @param onDecided called once the decision is sent or queued, for a screen that confirms it itself and shows the next
 * submission
 */
export function useDecision(onDecided?: () => void) {
  const client = useQueryClient();
  const hold = useHoldSetting();
  const holdMs = onDecided || hold.everywhere ? hold.ms : 0;
  const [refusal, setRefusal] = useState<ActionNeedingAttention | null>(null);
  const [decided, setDecided] = useState<DecisionKind | null>(null);

  const { want, sending } = useIntent<DecisionKind>({
    shown: offerRecords,
    onAccepted({ intent: { kind }, seen }, actionId) {
      setDecided(kind);
      const offer = offerIn(seen);
      if (offer === null) return;
      if (kind === 'take-back') {
        forgetDecided({ offerId: offer.id });
        return;
      }
      const of = { offerId: offer.id, campaignId: offer.campaignId, creator: creatorName(offer) };
      noteDecided({ ...of, actionId, kind, submission: reviewKind(offer), at: Date.now() });
      onDecided?.();
    },
    onFailed(error, wanted, actionId) {
      const changed = isOfferChanged(error) ? v.safeParse(offerChangedSchema, error.body) : null;
      if (changed?.success) {
        setOffer(client, changed.output.offer);
        setRefusal(conflictOf(wanted, changed.output));
        if (!isSettled(actionId)) void client.invalidateQueries({ queryKey: offerKeys.all });
        return 'impossible';
      }
      if (error instanceof ApiError && error.code === 'not_kept' && !error.mayHaveArrived) {
        toastError('Your decision wasn’t sent or saved', { detail: error.message, id: 'decision' });
        return 'handled';
      }
      return 'unhandled';
    },
  });
  const decide = (decision: Decision, after?: IntentCallbacks) => {
    const { offer, kind } = decision;
    const isTakeBack = kind === 'take-back';
    const wanted = {
      intent: intentOf(decision),
      seen: { type: 'offer', value: offer } as const,
      // Don't hold a take-back: it already corrects a decision, and is urgent, since the creator may be about to post.
      holdMs: isTakeBack ? 0 : holdMs,
      isConfirmedByScreen: !isTakeBack && onDecided !== undefined,
    };
    want(wanted, after);
  };
  return {
    decide,
    /** Kind of the decision in flight. */
    sending,
    /** The last decision on this offer since it was opened. */
    decided,
    refusal,
    dismissRefusal: () => setRefusal(null),
  };
}
