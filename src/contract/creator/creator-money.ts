import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';
import { cents, day, gain, text, timestamp } from '../wire/primitives.ts';
import { creatorOfferSchema } from './creator.ts';

// Calls about money, made by the page behind a creator's link. See creator.ts for the others.

/** Views and earnings of an offer on a day (UTC), with a note if the figures need an explanation. */
const creatorStatementLineSchema = v.object({
  day,
  /** Views gained; negative if a platform corrected them. Null for a fee, and for a difference at settlement. */
  views: v.nullable(gain),
  earnedCents: cents,
  note: v.nullable(v.string()),
});
export type CreatorStatementLine = v.InferOutput<typeof creatorStatementLineSchema>;

/** Earnings of an offer and payments for it. The lines sum to `earnedCents`. */
export const creatorStatementSchema = v.object({
  /** Price of 1,000 views; null if the offer isn't paid by views. */
  cpmCents: v.nullable(cents),
  /** Sorted by day. Days without views and earnings are omitted. */
  lines: v.array(creatorStatementLineSchema),
  /** An estimate until the campaign is settled. */
  earnedCents: cents,
  settledAt: v.nullable(timestamp),
  /** Final earnings: all of them once the campaign is settled. */
  clearedCents: cents,
  payments: v.array(v.object({ paidAt: timestamp, amountCents: cents })),
  /** Cleared earnings that are neither paid nor on hold. */
  dueCents: cents,
  /** Cleared but on hold: not paid until the team releases it. */
  heldCents: v.optional(cents, 0),
});
export type CreatorStatement = v.InferOutput<typeof creatorStatementSchema>;

/** Maximum length of a payment reference, in characters. */
export const maxReferenceLength = 200;

export const getCreatorStatement = endpoint({
  method: 'GET',
  path: '/creator/v1.0/offer/statement',
  summary: 'Returns what the offer earned by day (UTC), and what was paid for it.',
  access: 'creator',
  answer: creatorStatementSchema,
  optional: true,
});

export const savePaymentReference = endpoint({
  method: 'POST',
  path: '/creator/v1.0/offer/payment-reference',
  summary:
    'Saves the creator’s payment reference, and returns the offer. Only the team sees it. An empty one removes it. `If-Match` carries the version in the offer’s `payment`.',
  access: 'creator',
  body: v.object({ reference: text(maxReferenceLength) }),
  answer: creatorOfferSchema,
  errors: ['move_refused'],
  idempotent: true,
  conditional: true,
  optional: true,
});
