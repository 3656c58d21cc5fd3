import * as v from 'valibot';
import { newUlid } from '#api/ids.ts';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { addFunds } from '#contract/brand/billing.ts';
import { anyId, cents, timestamp, ulidSchema } from '#contract/wire/primitives.ts';

export const attemptSchema = v.object({
  brandId: anyId,
  key: ulidSchema,
  body: addFunds.body,
  amountCents: cents,
  askedAt: timestamp,
  /** Id of the payment that the server recorded for this attempt; null until the server has returned it. */
  paymentId: v.nullable(anyId),
});

/** A payment, from before it's sent until its outcome is known. */
export type Attempt = v.InferOutput<typeof attemptSchema>;

export function newAttempt(body: Attempt['body'], amountCents: number): Attempt {
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
