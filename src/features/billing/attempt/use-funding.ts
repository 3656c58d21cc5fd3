import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { call } from '#api/client.ts';
import { ApiError, isServerError } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { classifyError } from '#api/meaning.ts';
import type { Outcome } from '#app/attempts/attempts.ts';
import { addPaymentMethod } from '#contract/brand/billing.ts';
import { hideToast, toastError } from '#ui/toasts/toast.tsx';
import type { CardHandle } from '../card/card-result.ts';
import type { CardSetup } from '../card/card-setup.ts';
import { confirmPayment } from '../card/confirm-payment.ts';
import { type Attempt, newAttempt } from './attempt.ts';
import { refreshFunds, reportFunding } from './funding-outcome.ts';
import { type AddedFunds, requestFunds } from './payments.ts';

/** Mutation key shared by all mutations that move money. */
export const fundingKey = ['funding'] as const;

/** A card that its holder has confirmed, and the steps completed since. */
interface ConfirmedCard {
  token: string;
  /** Idempotency key for storing the card. */
  key: string;
  methodId: string | null;
}

interface Options {
  setup: CardSetup;
  card: RefObject<CardHandle | null>;
  /** Called once the funds were added or are pending, and the user was notified. */
  onFunded: () => void;
}

const isFirmNo = (error: unknown) => isServerError(error) && classifyError(error) === 'no';

/** Asks the cardholder to confirm the card. If that fails, shows the reason and returns null. */
async function confirmBy(card: CardHandle | null): Promise<ConfirmedCard | null> {
  const result = (await card?.confirm()) ?? { kind: 'unfinished' };
  switch (result.kind) {
    case 'confirmed':
      return { token: result.token, key: newUlid(), methodId: null };
    case 'refused':
      toastError('Error processing payment.', { detail: result.message || 'Please try again', id: 'funds' });
      return null;
    case 'unfinished':
      toastError('Error: Could not add funds. Please try again.', { id: 'funds' });
      return null;
    case 'incomplete':
      return null;
  }
}

/**
 * Confirms a card, stores it, then adds the funds. Completed steps are kept for the next attempt, so a later failure
 * doesn't confirm, store or charge anything twice.
 */
export function useFunding({ setup, card, onFunded }: Options) {
  const client = useQueryClient();
  const [confirmed, setConfirmed] = useState<ConfirmedCard | null>(null);
  const held = useRef<Attempt | null>(null);

  const confirmByBank = (clientSecret: string) => confirmPayment(client, setup, clientSecret);

  const startOver = () => {
    setConfirmed(null);
    held.current = null;
    if ('renew' in setup) setup.renew();
  };

  async function store(given: ConfirmedCard): Promise<string> {
    const body = { type: 'stripe', stripeToken: given.token } as const;
    const { data } = await call(addPaymentMethod, { body, idempotencyKey: given.key });
    setConfirmed({ ...given, methodId: data.id });
    return data.id;
  }

  /** Repeating the same request reuses its key. */
  function attemptFor(body: Attempt['body'], amountCents: number): Attempt {
    const last = held.current;
    if (last && JSON.stringify(last.body) === JSON.stringify(body)) return last;
    held.current = newAttempt(body, amountCents);
    return held.current;
  }

  function conclude(outcome: Outcome<AddedFunds>): void {
    if (outcome.kind === 'unknown') {
      void refreshFunds(client).catch(() => undefined);
      return;
    }
    if (outcome.kind === 'done') held.current = null;
    if (outcome.kind === 'failed' && outcome.isFinal) startOver();
    reportFunding(client, outcome);
    if (outcome.kind === 'done') onFunded();
  }

  const pay = useMutation({
    mutationKey: fundingKey,
    onMutate: () => hideToast('funds'),
    mutationFn: async (amountCents: number) => {
      const given = confirmed ?? (await confirmBy(card.current));
      if (given === null) return;
      setConfirmed(given);
      const paymentMethodId = given.methodId ?? (await store(given));
      const attempt = attemptFor({ type: 'stripe', paymentMethodId, amountCents }, amountCents);
      conclude(await requestFunds(attempt, confirmByBank));
    },
    retry: false,
    onError: (error) => {
      if (isFirmNo(error)) startOver();
      reportFunding(client, { kind: 'failed', reason: error instanceof ApiError ? error.message : null, error });
    },
  });

  const payOrder = useMutation({
    mutationKey: fundingKey,
    onMutate: () => hideToast('funds'),
    mutationFn: async ({ orderId, amountCents }: { orderId: string; amountCents: number }) =>
      conclude(await requestFunds(attemptFor({ type: 'paypal', paypalOrderId: orderId }, amountCents), confirmByBank)),
    retry: false,
    onError: (error) => reportFunding(client, { kind: 'failed', reason: null, error }),
  });

  return {
    /** Pays an amount in cents by card. */
    pay: (amountCents: number) => pay.mutate(amountCents),
    /** Pays with a PayPal order that the payer has approved. */
    payOrder: (orderId: string, amountCents: number) => payOrder.mutateAsync({ orderId, amountCents }),
    busy: pay.isPending || payOrder.isPending,
    /** True if the card is already confirmed, so the next attempt resumes from there. */
    isConfirmed: confirmed !== null,
    useAnotherCard: startOver,
  };
}
