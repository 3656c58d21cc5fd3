import * as v from 'valibot';
import { call } from '#api/client.ts';
import { ApiError, afterSends } from '#api/error.ts';
import { type Answer, createAttempts, isOld, type Outcome } from '#app/attempts/attempts.ts';
import { addFunds, confirmationSchema, listPayments, type Payment } from '#contract/brand/billing.ts';
import type { AnswerOf } from '#contract/wire/endpoint.ts';
import { closeAddFunds } from '../add-funds-request.ts';
import { type Attempt, attemptSchema } from './attempt.ts';
import { paymentStore } from './attempt-store.ts';

/** Funds that were added, or are pending. `balances` is null where it was found in the list of payments. */
export interface Funded {
  status: 'PENDING' | 'COMPLETED' | null;
  balances: Pick<AnswerOf<typeof addFunds>, 'availableBalanceCents' | 'pendingBalanceCents'> | null;
}

/** The payer's bank asks the payer before anything is taken. */
type Confirm = { kind: 'confirm'; clientSecret: string; error: ApiError };

/** A pending payment with a reason is one that the server itself is still asking about. */
const isUnknown = ({ status, statusReason }: Payment) => status === 'PENDING' && statusReason !== null;

async function request(attempt: Attempt): Promise<Answer<Attempt, Funded> | Confirm> {
  try {
    const { data } = await call(addFunds, { body: attempt.body, idempotencyKey: attempt.key });
    const { payment, ...balances } = data;
    if (payment && isUnknown(payment)) return { kind: 'unknown', noted: { ...attempt, paymentId: payment.id } };
    return { kind: 'done', done: { status: null, balances } };
  } catch (error) {
    const confirmation = confirmationOf(error);
    if (confirmation === null) throw error;
    return confirmation;
  }
}

function confirmationOf(error: unknown): Confirm | null {
  if (!(error instanceof ApiError) || error.code !== 'confirmation_required') return null;
  const { success, output } = v.safeParse(confirmationSchema, error.body);
  return success ? { kind: 'confirm', clientSecret: output.clientSecret, error } : null;
}

/** The attempt's payment among the latest; the server's list says when it has settled. */
async function look({ paymentId }: Attempt): Promise<Answer<Attempt, Funded>> {
  const query = { page: 1, pageSize: 50 };
  const { data } = await call(listPayments, { query, cacheControl: 'no-cache' });
  const payment = data.data.find(({ id }) => id === paymentId);
  if (payment === undefined || isUnknown(payment)) return { kind: 'unknown' };
  const { status, statusReason } = payment;
  if (status === 'FAILED') return { kind: 'failed', error: null, reason: statusReason, isFinal: true };
  return { kind: 'done', done: { status, balances: null } };
}

async function askAgain(attempt: Attempt): Promise<Answer<Attempt, Funded>> {
  // A list that can't be read says nothing of the payment, whatever its error is.
  if (attempt.paymentId !== null) return look(attempt).catch(() => ({ kind: 'unknown' }));
  const asked = await request(attempt);
  // The page that could ask the payer is gone; the server gives such a payment up after a while.
  return asked.kind === 'confirm' ? { kind: 'unknown' } : asked;
}

export const payments = createAttempts<Attempt, Funded>({
  store: paymentStore,
  lockName: 'afield-payment',
  schema: attemptSchema,
  ask: async (attempt) => {
    const answer = await askAgain(attempt);
    // Closed before the attempt is gone, or the form would be shown in its place for a moment.
    if (answer.kind === 'done') closeAddFunds();
    return answer;
  },
  isStale: (attempt) => attempt.paymentId === null && isOld(attempt),
});

export const useUnknownAttempt = payments.useUnknown;

/**
 * Asks the server to add funds, for the first time, and once more after the payer's bank has asked the payer.
 * @param confirm has the payer confirm the payment of a client secret
 */
export function askForFunds(
  attempt: Attempt,
  confirm: (clientSecret: string) => Promise<void>,
): Promise<Outcome<Funded>> {
  return payments.begin(attempt, async () => {
    const asked = await request(attempt);
    if (asked.kind !== 'confirm') return asked;
    // The server asks the provider, so it knows of a failure there.
    await confirm(asked.clientSecret).catch(() => undefined);
    const confirmed = await request(attempt).catch((error: unknown) => {
      throw afterSends(error, true);
    });
    if (confirmed.kind !== 'confirm') return confirmed;
    // A payment that is still unconfirmed was declined by the payer, or could not be confirmed.
    return { kind: 'failed', error: confirmed.error, reason: null, isFinal: true };
  });
}
