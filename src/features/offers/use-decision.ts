import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { act } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { newUlid } from '../../api/ids.ts';
import {
  acceptEvidence,
  type Offer,
  offerChangedSchema,
  type RequestedChange,
  rejectEvidence,
} from '../../contract/offer.ts';
import { toastError, toastInfo, toastSuccess } from '../../ui/toast.tsx';
import { putOffer } from './put-offer.ts';
import { offerKeys } from './queries.ts';
import { undoDecision } from './queued-decision.ts';

export type DecisionKind = 'approve' | 'request-changes';

interface Decision {
  /** The offer as the brand looked at it. */
  offer: Offer;
  kind: DecisionKind;
  changes: RequestedChange[];
}

/** A decision that the server refused, since the offer is not what was looked at any more. */
export interface Refusal extends Decision {
  offerNow: Offer;
  message: string;
}

/** The creator was quicker: what was decided on is not there any more. */
export const isOfferChanged = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 412;

const words = {
  approve: { done: 'Offer approved', queued: 'Approval queued' },
  'request-changes': { done: 'Offer rejected', queued: 'Changes queued' },
} as const;

const send = ({ offer, kind, changes }: Decision, fulfillmentId: string, idempotencyKey: string) => {
  const options = { params: { id: offer.id }, ifMatch: fulfillmentId, idempotencyKey };
  return kind === 'approve'
    ? act(acceptEvidence, options)
    : act(rejectEvidence, { ...options, body: { requestedChanges: changes } });
};

/** One decision about one offer: sent, kept by the worker for later, or refused because the offer has moved on. */
export function useDecision() {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [decided, setDecided] = useState<DecisionKind | null>(null);
  // A wish that failed and is repeated is the same wish: with its key it can't be done twice.
  const wish = useRef({ text: '', key: '' });

  const { mutate, isPending, variables } = useMutation({
    mutationFn: (decision: Decision) => {
      const { offer, kind, changes } = decision;
      const fulfillmentId = offer.currentStage.fulfillment?.id ?? '';
      const text = JSON.stringify([fulfillmentId, kind, changes]);
      if (wish.current.text !== text) wish.current = { text, key: newUlid() };
      return send(decision, fulfillmentId, wish.current.key);
    },
    onSuccess: ({ data, queued }, { offer, kind }) => {
      wish.current = { text: '', key: '' };
      setDecided(kind);
      if (queued === null) {
        putOffer(client, data);
        toastSuccess(words[kind].done);
      } else {
        const { actionId } = queued;
        const queuedAt = new Date().toISOString();
        putOffer(client, { ...offer, pendingAction: { actionId, kind, state: 'waiting', queuedAt } });
        toastInfo(words[kind].queued, { id: actionId, onUndo: () => void undoDecision(client, actionId) });
      }
      void client.invalidateQueries({ queryKey: offerKeys.all });
    },
    onError: (error, decision) => {
      const changed = isOfferChanged(error) ? v.safeParse(offerChangedSchema, error.body) : null;
      if (changed?.success) {
        const { offer: offerNow, message } = changed.output;
        putOffer(client, offerNow);
        setRefusal({ ...decision, offerNow, message });
        void client.invalidateQueries({ queryKey: offerKeys.all });
      } else {
        toastError('Something went wrong. Please try again.', { id: 'decision' });
      }
    },
  });
  return {
    decide: mutate,
    /** What is being sent right now. */
    sending: isPending ? (variables?.kind ?? null) : null,
    /** What was decided on this offer while it was open. */
    decided,
    refusal,
    dismissRefusal: () => setRefusal(null),
  };
}
