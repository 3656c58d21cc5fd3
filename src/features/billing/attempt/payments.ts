import * as v from 'valibot';
import { call } from '#api/client.ts';
import { ApiError, afterSends } from '#api/error.ts';
import { type AttemptResult, createAttempts, isTooOldToRetry, type Outcome } from '#app/attempts/attempts.ts';
import { addFunds, confirmationSchema, listPayments, type Payment } from '#contract/brand/billing.ts';
import type { ResponseOf } from '#contract/wire/endpoint.ts';
import { closeAddFunds } from '../add-funds-request.ts';
import { type Attempt, attemptSchema } from './attempt.ts';
import { paymentStore } from './attempt-store.ts';

/** Funds that were added or are pending. `balances` is null if the payment was found in the list. */
export interface AddedFunds {
  status: 'PENDING' | 'COMPLETED' | null;
  balances: Pick<ResponseOf<typeof addFunds>, 'availableBalanceCents' | 'pendingBalanceCents'> | null;
}

/** The payer's bank requires confirmation before the charge. */
type Confirm = { kind: 'confirm'; clientSecret: string; error: ApiError };

/** The server itself is still checking a pending payment that has a reason. */
const isUnknown = ({ status, statusReason }: Payment) => status === 'PENDING' && statusReason !== null;

async function request(attempt: Attempt): Promise<AttemptResult<Attempt, AddedFunds> | Confirm> {
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

/** Looks for the attempt's payment among the latest ones. Its status shows whether it has settled. */
async function look({ paymentId }: Attempt): Promise<AttemptResult<Attempt, AddedFunds>> {
  const query = { page: 1, pageSize: 50 };
  const { data } = await call(listPayments, { query, cacheControl: 'no-cache' });
  const payment = data.data.find(({ id }) => id === paymentId);
  if (payment === undefined || isUnknown(payment)) return { kind: 'unknown' };
  const { status, statusReason } = payment;
  if (status === 'FAILED') return { kind: 'failed', error: null, reason: statusReason, isFinal: true };
  return { kind: 'done', done: { status, balances: null } };
}

async function askAgain(attempt: Attempt): Promise<AttemptResult<Attempt, AddedFunds>> {
  // An unreadable list reveals nothing about the payment, whatever its error.
  if (attempt.paymentId !== null) return look(attempt).catch(() => ({ kind: 'unknown' }));
  const asked = await request(attempt);
  // The page that could ask the payer for confirmation is gone; the server expires such payments.
  return asked.kind === 'confirm' ? { kind: 'unknown' } : asked;
}

export const payments = createAttempts<Attempt, AddedFunds>({
  store: paymentStore,
  lockName: 'afield-payment',
  schema: attemptSchema,
  ask: async (attempt) => {
    const answer = await askAgain(attempt);
    // Close the dialog before the attempt is deleted, or the form would briefly reappear.
    if (answer.kind === 'done') closeAddFunds();
    return answer;
  },
  isStale: (attempt) => attempt.paymentId === null && isTooOldToRetry(attempt),
});

export const useUnknownAttempt = payments.useUnknown;

/**
 * Requests funds from the server, and once more after the payer's bank has asked for confirmation.
 * @param confirm asks the payer to confirm the payment that a client secret identifies
 */
export function requestFunds(
  attempt: Attempt,
  confirm: (clientSecret: string) => Promise<void>,
): Promise<Outcome<AddedFunds>> {
  return payments.begin(attempt, async () => {
    const asked = await request(attempt);
    if (asked.kind !== 'confirm') return asked;
    // The server checks with the provider, so it knows about failures there.
    await confirm(asked.clientSecret).catch(() => undefined);
    const confirmed = await request(attempt).catch((error: unknown) => {
      throw afterSends(error, true);
    });
    if (confirmed.kind !== 'confirm') return confirmed;
    // A payment that is still unconfirmed was declined by the payer, or couldn't be confirmed.
    return { kind: 'failed', error: confirmed.error, reason: null, isFinal: true };
  });
}
