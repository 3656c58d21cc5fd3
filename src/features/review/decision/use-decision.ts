import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { act } from '#api/client.ts';
import { ApiError } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { askForSyncStatus } from '#api/sync-status.ts';
import { useHoldSetting } from '#app/device/hold-setting.ts';
import { forgetDecided, noteDecided } from '#app/intents/decided.ts';
import { isSettled, takenBack } from '#app/intents/settled-actions.ts';
import type { PendingAction } from '#contract/brand/intent.ts';
import {
  acceptEvidence,
  type Offer,
  offerChangedSchema,
  rejectEvidence,
  takeBackApproval,
} from '#contract/brand/offer.ts';
import type { RequestedChange } from '#contract/brand/requested-changes.ts';
import { creatorName, reviewKind } from '#domain/offers/offer-stage.ts';
import type { Attended } from '#domain/review/attention-words.ts';
import { layDecision, offerKeys, putOffer } from '#features/offers/public.ts';
import { tellOfIntent } from '#features/queue/public.ts';
import { toastError } from '#ui/toasts/toast.tsx';

export type DecisionKind = 'approve' | 'request-changes' | 'take-back';

interface Decision {
  /** The offer as it was on the screen: the server compares its submission with what is there now. */
  offer: Offer;
  kind: DecisionKind;
  changes: RequestedChange[];
}

type OfferChanged = v.InferOutput<typeof offerChangedSchema>;

/** The creator was quicker: the submission decided on is no longer current. */
export const isOfferChanged = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 412;

const fulfillmentIdOf = ({ currentStage }: Offer) => currentStage.fulfillment?.id ?? '';

/** The decision as one that needs attention, since the offer has changed since the brand saw it. */
function conflictOf({ offer, kind, changes }: Decision, { message, offer: now }: OfferChanged): Attended {
  const payload = { offerId: offer.id, fulfillmentId: fulfillmentIdOf(offer) };
  return {
    ...(kind === 'request-changes' ? { kind, payload: { ...payload, requestedChanges: changes } } : { kind, payload }),
    seen: { type: 'offer', value: offer },
    attention: { code: 'offer_changed', message, certainty: 'refused', now: { type: 'offer', value: now } },
  };
}

const keysOfWishes = new Map<string, string>();

/**
 * The Idempotency-Key of a user's decision. It is kept until the decision was applied or refused, even while the panel is
 * closed: if an attempt whose answer was lost did arrive, the server replays its answer instead of applying it again.
 */
function keyOfWish(wish: string): string {
  const key = keysOfWishes.get(wish) ?? newUlid();
  keysOfWishes.set(wish, key);
  return key;
}

/** Drops the key once the decision is applied, queued or impossible: asking again needs a new idempotency key. */
const endWish = (wish: string): void => void keysOfWishes.delete(wish);

const wishOf = ({ offer, kind, changes }: Decision) =>
  JSON.stringify([offer.id, fulfillmentIdOf(offer), kind, changes]);

const send = (decision: Decision, holdMs: number) => {
  const { offer, kind, changes } = decision;
  const idempotencyKey = keyOfWish(wishOf(decision));
  const signal = takenBack(idempotencyKey);
  const options = { params: { id: offer.id }, ifMatch: fulfillmentIdOf(offer), idempotencyKey, signal, holdMs };
  if (kind === 'request-changes') return act(rejectEvidence, { ...options, body: { requestedChanges: changes } });
  return act(kind === 'approve' ? acceptEvidence : takeBackApproval, options);
};

/**
 * One decision about one offer: sent, held or queued by the worker for later, or refused because the offer has moved on.
 * @param onDecided called once it is sent or queued; for a screen that confirms it itself and moves on to the next submission
 */
export function useDecision(onDecided?: () => void) {
  const client = useQueryClient();
  const hold = useHoldSetting();
  const holdMs = onDecided || hold.everywhere ? hold.ms : 0;
  const [refusal, setRefusal] = useState<Attended | null>(null);
  const [decided, setDecided] = useState<DecisionKind | null>(null);

  const { mutate, isPending, variables } = useMutation({
    // Taking back is a second thought already, and urgent: the creator may be about to post.
    mutationFn: (decision: Decision) => send(decision, decision.kind === 'take-back' ? 0 : holdMs),
    onSuccess: ({ data, queued }, decision) => {
      const { offer, kind } = decision;
      const wish = wishOf(decision);
      const idempotencyKey = keyOfWish(wish);
      endWish(wish);
      setDecided(kind);
      if (data !== null) putOffer(client, data);
      const lay = (pendingAction: PendingAction) => layDecision(client, offer.id, pendingAction);
      if (kind === 'take-back') {
        forgetDecided({ offerId: offer.id });
        tellOfIntent(client, { kind, idempotencyKey, queued, lay });
        return;
      }
      const of = { offerId: offer.id, campaignId: offer.campaignId, creator: creatorName(offer) };
      noteDecided({ ...of, actionId: idempotencyKey, kind, submission: reviewKind(offer), at: Date.now() });
      tellOfIntent(client, { kind, idempotencyKey, queued, lay, isToldBySelf: onDecided !== undefined });
      onDecided?.();
    },
    onError: (error, decision) => {
      const wish = wishOf(decision);
      const key = keyOfWish(wish);
      if (takenBack(key).aborted) {
        endWish(wish);
        return;
      }
      const changed = isOfferChanged(error) ? v.safeParse(offerChangedSchema, error.body) : null;
      if (changed?.success) {
        endWish(wish);
        putOffer(client, changed.output.offer);
        setRefusal(conflictOf(decision, changed.output));
        if (!isSettled(key)) void client.invalidateQueries({ queryKey: offerKeys.all });
      } else if (error instanceof ApiError && error.code === 'not_kept' && !error.mayHaveArrived) {
        toastError('Your decision wasn’t sent or saved', { detail: error.message, id: 'decision' });
      } else {
        toastError('Something went wrong. Please try again.', { id: 'decision' });
        // It may have been queued all the same; asking for the status reveals that and has it sent at once.
        void askForSyncStatus();
      }
    },
  });
  return {
    decide: mutate,
    /** Kind of the decision that is being sent right now. */
    sending: isPending ? (variables?.kind ?? null) : null,
    /** The last decision that was made on this offer while it was open. */
    decided,
    refusal,
    dismissRefusal: () => setRefusal(null),
  };
}
