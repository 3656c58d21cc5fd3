import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { type CreatorOffer, creatorOfferChangedSchema } from '#contract/creator/creator.ts';
import { savePaymentReference } from '#contract/creator/creator-money.ts';
import { count } from '#contract/wire/primitives.ts';
import { ulid } from '#domain/shared/ulid.ts';
import { pause } from '#uploads/pause.ts';
import { deviceValue } from '../data/device-store.ts';
import { CallFailure, codeOf, isRetryable, isUnreadable } from '../data/failure.ts';
import { callCreator } from '../data/http.ts';
import { offerKey } from '../data/queries.ts';

type Payment = NonNullable<CreatorOffer['payment']>;

/** State of saving a reference. */
export type SaveState =
  | { state: 'idle' | 'sending' | 'saved' | 'changed' }
  /** No response yet: the request is retried automatically, with the same key. */
  | { state: 'waiting'; error: CallFailure }
  | { state: 'refused'; error: CallFailure };

/** Typed text, with the version that it was based on. */
const typedSchema = v.object({ text: v.string(), version: count });
type Typed = v.InferOutput<typeof typedSchema>;

interface Params {
  token: string;
  offerId: string;
  payment: Payment;
}

/** A ref that becomes true when the component unmounts. */
function useIsGone(): Readonly<RefObject<boolean>> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

/** State and actions for editing the payment reference. The text stays on the device until the server has it. */
export function usePaymentReference({ token, offerId, payment }: Params) {
  const client = useQueryClient();
  const kept = deviceValue(offerId, 'payment-reference', typedSchema);
  const [typed, setTyped] = useState(() => kept.read());
  const [saving, setSaving] = useState<SaveState>({ state: 'idle' });
  const isGone = useIsGone();

  const saved = payment.reference ?? '';
  const keep = (next: Typed | null) => {
    kept.write(next);
    setTyped(next);
  };
  const take = (offer: CreatorOffer | null) => {
    if (offer === null) void client.invalidateQueries({ queryKey: offerKey });
    else client.setQueryData(offerKey, offer);
  };

  async function attempt(reference: string, version: number, idempotencyKey: string): Promise<SaveState> {
    try {
      const { data, isReplay } = await callCreator(savePaymentReference, {
        ...{ token, body: { reference }, idempotencyKey, version },
      });
      // A replayed response is as old as the original.
      take(isReplay ? null : data);
      return { state: 'saved' };
    } catch (error) {
      if (isUnreadable(error)) {
        take(null);
        return { state: 'saved' };
      }
      const failure = error instanceof CallFailure ? error : new CallFailure(0);
      if (isRetryable(failure)) return { state: 'waiting', error: failure };
      return refusedBy(failure, reference);
    }
  }

  function refusedBy(error: CallFailure, reference: string): SaveState {
    const found = v.safeParse(creatorOfferChangedSchema, error.body);
    if (!found.success) return { state: 'refused', error };
    const { offer } = found.output;
    take(offer);
    if (codeOf(error) !== 'offer_changed' || offer.payment === null) return { state: 'refused', error };
    // Another page, or an earlier visit whose response was lost, has saved the same text.
    if ((offer.payment.reference ?? '') === reference) return { state: 'saved' };
    keep({ text: reference, version: offer.payment.version });
    return { state: 'changed' };
  }

  async function save({ text, version }: Typed): Promise<void> {
    const key = ulid(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
    setSaving({ state: 'sending' });
    for (let tries = 0; !isGone.current; tries += 1) {
      const end = await attempt(text.trim(), version, key);
      if (isGone.current) return;
      setSaving(end);
      if (end.state === 'saved') keep(null);
      if (end.state !== 'waiting') return;
      await pause(tries, end.error.retryAfterMs ?? 0);
    }
  }

  const isBusy = saving.state === 'sending' || saving.state === 'waiting';
  const isEdited = typed !== null && typed.text.trim() !== saved;
  return {
    text: typed?.text ?? saved,
    saving,
    isBusy,
    isEdited,
    type(text: string) {
      // Conflicts are detected against the version at the time typing began.
      keep(text === saved ? null : { text, version: typed?.version ?? payment.version });
      setSaving({ state: 'idle' });
    },
    save() {
      if (typed !== null && isEdited && !isBusy) void save(typed);
    },
  };
}
