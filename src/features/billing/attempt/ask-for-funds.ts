import * as v from 'valibot';
import { call } from '#api/client.ts';
import { ApiError, isOfServer } from '#api/error.ts';
import { addFunds, confirmationSchema, listPayments, type Payment } from '#contract/billing.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type Attempt, beginAttempt, clearAttempt, endFirstTry, writeAttempt } from './attempt.ts';

type Balances = Pick<AnswerOf<typeof addFunds>, 'availableBalanceCents' | 'pendingBalanceCents'>;

/** Result of an attempt, as far as it is known. `balances` is null where it was found in the list of payments. */
export type Outcome =
  | { kind: 'funded'; status: 'PENDING' | 'COMPLETED' | null; balances: Balances | null }
  | { kind: 'failed'; reason: string | null; error: unknown }
  | { kind: 'unknown' };

/** The payer's bank asks the payer before anything is taken. */
type Asked = Outcome | { kind: 'confirm'; clientSecret: string; error: ApiError };

/** The server looked at this very wish and said no: nothing was taken for it, nor will be. */
const isFirmNo = (error: unknown) => isOfServer(error) && [400, 402, 404, 422].includes(error.status);

/** The server did not begin: a wish that was never sent before has come to nothing, and may be sent again with its key. */
export const wasNotBegun = (error: unknown): boolean =>
  isOfServer(error) &&
  !error.mayHaveArrived &&
  ([401, 403, 413, 415, 429, 501].includes(error.status) || error.code === 'unavailable');

/** A pending payment with a reason is one that the server itself is still asking about. */
const isUnknown = ({ status, statusReason }: Payment) => status === 'PENDING' && statusReason !== null;

async function ask(attempt: Attempt, isFirst: boolean): Promise<Asked> {
  try {
    const { data } = await call(addFunds, { body: attempt.body, idempotencyKey: attempt.key });
    const { payment, ...balances } = data;
    if (payment && isUnknown(payment)) {
      writeAttempt({ ...attempt, paymentId: payment.id });
      return { kind: 'unknown' };
    }
    return { kind: 'funded', status: null, balances };
  } catch (error) {
    const confirmation = confirmationOf(error);
    if (confirmation !== null) return confirmation;
    if (!isFirmNo(error) && !(isFirst && wasNotBegun(error))) return { kind: 'unknown' };
    return { kind: 'failed', reason: error instanceof ApiError ? error.message : null, error };
  }
}

function confirmationOf(error: unknown): Asked | null {
  if (!(error instanceof ApiError) || error.code !== 'confirmation_required') return null;
  const { success, output } = v.safeParse(confirmationSchema, error.body);
  return success ? { kind: 'confirm', clientSecret: output.clientSecret, error } : null;
}

/** One page at a time asks about money; the others then find the attempt settled. */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('afield-payment', work) : work();

/** After its payer was asked: whoever still has not confirmed it did not want to, or could not. */
function concluded(asked: Asked): Outcome {
  return asked.kind === 'confirm' ? { kind: 'failed', reason: null, error: asked.error } : asked;
}

/**
 * Asks the server to add funds, for the first time, and once more after the payer's bank has asked the payer.
 * @param confirm has the payer confirm the payment of a client secret
 */
export function askForFunds(attempt: Attempt, confirm: (clientSecret: string) => Promise<void>): Promise<Outcome> {
  return alone(async () => {
    beginAttempt(attempt);
    try {
      let asked = await ask(attempt, true);
      if (asked.kind === 'confirm') {
        // The server asks the provider, so it knows of a failure there.
        await confirm(asked.clientSecret).catch(() => undefined);
        asked = await ask(attempt, false);
      }
      const outcome = concluded(asked);
      if (outcome.kind !== 'unknown') clearAttempt();
      return outcome;
    } finally {
      endFirstTry();
    }
  });
}

/** Asks again, by the same key: the server does what it was asked if it never heard of it, else says what came of it. */
export async function askAgain(attempt: Attempt): Promise<Outcome> {
  const asked = await ask(attempt, false);
  // The page that could ask the payer is gone; the server gives such a payment up after a while.
  return asked.kind === 'confirm' ? { kind: 'unknown' } : asked;
}

/** Looks for the attempt's payment among the latest; the server's list says when it has settled. */
export async function lookAtPayment(attempt: Attempt): Promise<Outcome> {
  const query = { page: 1, pageSize: 50 };
  const { data } = await call(listPayments, { query, cacheControl: 'no-cache' });
  const payment = data.data.find(({ id }) => id === attempt.paymentId);
  if (payment === undefined || isUnknown(payment)) return { kind: 'unknown' };
  if (payment.status === 'FAILED') return { kind: 'failed', reason: payment.statusReason, error: null };
  return { kind: 'funded', status: payment.status, balances: null };
}
