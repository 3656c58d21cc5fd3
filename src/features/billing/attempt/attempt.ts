import * as v from 'valibot';
import { newUlid } from '#api/ids.ts';
import { isBrandSession, readSession } from '#api/session.ts';
import { parseOfBrand } from '#app/stored-of-brand.ts';
import { addFunds } from '#contract/billing.ts';
import { anyId, cents, timestamp, ulidSchema } from '#contract/primitives.ts';
import { readStoredAttempt, setAsking, useUnansweredAttempt, writeStoredAttempt } from './attempt-store.ts';

const attemptSchema = v.object({
  brandId: anyId,
  /** The Idempotency-Key: however often this is sent, it is charged once. */
  key: ulidSchema,
  body: addFunds.body,
  amountCents: cents,
  askedAt: timestamp,
  /** The payment that the server has written down for it, where it said so. */
  paymentId: v.nullable(anyId),
});

/** A payment that was asked for, from before it is sent until its outcome is known. */
export type Attempt = v.InferOutput<typeof attemptSchema>;
type FundsBody = Attempt['body'];

const parsed = (text: string | null): Attempt | null => parseOfBrand(attemptSchema, text);

/** The attempt of this brand on this device; null where there is none. */
export const readAttempt = (): Attempt | null => parsed(readStoredAttempt());

/** As {@link readAttempt}, unless this page has only just asked. What another page left behind is unknown. */
export const useUnknownAttempt = (): Attempt | null => parsed(useUnansweredAttempt());

export const writeAttempt = (attempt: Attempt): void => writeStoredAttempt(JSON.stringify(attempt));
export const clearAttempt = (): void => writeStoredAttempt(null);

/** Written before the first try: a page that is closed in the middle leaves a trace. */
export function beginAttempt(attempt: Attempt): void {
  setAsking(true);
  writeAttempt(attempt);
}

/** The first try is over; an attempt that is still there is one whose outcome nobody knows. */
export const endFirstTry = (): void => setAsking(false);

export function newAttempt(body: FundsBody, amountCents: number): Attempt {
  const session = readSession();
  return {
    brandId: isBrandSession(session) ? session.brandId : '',
    key: newUlid(),
    body,
    amountCents,
    askedAt: new Date().toISOString(),
    paymentId: null,
  };
}
