import * as v from 'valibot';
import { minimumFundsCents, pageSizes } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { pageOf, pageQuery } from '../wire/page.ts';
import { anyId, cents, timestamp } from '../wire/primitives.ts';

export const paymentStatuses = ['COMPLETED', 'PENDING', 'FAILED'] as const;

/**
 * Kinds of ledger entries, made by a payment provider or the team, that the amount's sign doesn't identify. Added funds are
 * positive, and budgets negative.
 */
export const paymentKinds = ['REFUND', 'DISPUTE', 'CORRECTION'] as const;

export const paymentSchema = v.object({
  id: anyId,
  /** Negative for the funding of a campaign; for other entries, see `kind`. */
  amountCents: cents,
  /** Beyond the specification. A positive amount was returned to the brand: a failed refund, or a dispute that was won. */
  kind: v.optional(v.picklist(paymentKinds)),
  /**
   * Beyond the specification: the returned budget of a campaign that was archived before its start. This is a separate field,
   * because earlier versions of the app reject a page of payments with an unknown kind.
   */
  budgetReturned: v.optional(v.literal(true)),
  /** Beyond the specification: the returned unspent budget of a settled campaign. The reason is in `statusReason`. */
  campaignSettled: v.optional(v.literal(true)),
  method: v.object({ title: v.string(), subtitle: v.nullable(v.string()) }),
  status: v.picklist(paymentStatuses),
  statusReason: v.nullable(v.string()),
  updatedAt: timestamp,
});
export type Payment = v.InferOutput<typeof paymentSchema>;

/** The maximum that card networks accept in one charge. */
export const maximumFundsCents = 99_999_999;

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(255));

export const listPayments = endpoint({
  method: 'GET',
  path: '/brand/v1.0/billing/payments',
  summary: 'Lists the brand’s payments, newest first.',
  access: 'approved',
  query: v.object(pageQuery(pageSizes.payments)),
  answer: pageOf(paymentSchema),
});

export const getPayment = endpoint({
  method: 'GET',
  path: '/brand/v1.0/billing/payments/{paymentId}',
  summary: 'Returns one payment.',
  access: 'approved',
  params: v.object({ paymentId: anyId }),
  answer: paymentSchema,
  optional: true,
});

const fundsCents = v.pipe(
  cents,
  v.minValue(minimumFundsCents, `Amount must be at least $${minimumFundsCents / 100}`),
  v.maxValue(maximumFundsCents, 'Amount must be at most $999,999.99'),
);

export const addFunds = endpoint({
  method: 'POST',
  path: '/brand/v1.0/billing/funds',
  summary: 'Adds funds with a saved card or an approved PayPal order.',
  access: 'approved',
  body: v.variant(
    'type',
    [
      v.object({
        type: v.literal('stripe'),
        paymentMethodId: token,
        amountCents: fundsCents,
      }),
      v.object({ type: v.literal('paypal'), paypalOrderId: token }),
    ],
    'Invalid payment type',
  ),
  answer: v.object({
    pendingBalanceCents: cents,
    availableBalanceCents: cents,
    /** Beyond the specification: the payment. If it is pending and has a reason, its outcome isn't known yet. */
    payment: v.optional(paymentSchema),
  }),
  errors: ['not_found', 'card_declined', 'confirmation_required'],
  idempotent: true,
});

/**
 * Extra field of the error `confirmation_required`. The card provider's library uses it to confirm the payment. Repeating the
 * call with the same key then returns the outcome.
 */
export const confirmationSchema = v.object({ clientSecret: v.string() });

export const createPaypalOrder = endpoint({
  method: 'POST',
  path: '/brand/v1.0/billing/paypal/orders',
  summary: 'Creates a PayPal order for the payer to approve, without charging it. Only these orders can add funds.',
  access: 'approved',
  body: v.object({ amountCents: fundsCents }),
  answer: v.object({ id: token }),
  optional: true,
});

export const addPaymentMethod = endpoint({
  method: 'POST',
  path: '/brand/v1.0/billing/payment-methods',
  summary: 'Saves a payment method.',
  access: 'approved',
  body: v.variant(
    'type',
    [
      v.object({ type: v.literal('stripe'), stripeToken: token }),
      v.object({ type: v.literal('paypal'), paypalId: token }),
    ],
    'Invalid payment type',
  ),
  answer: v.object({ id: anyId }),
  errors: ['card_declined'],
  idempotent: true,
});

export const generateClientSecret = endpoint({
  method: 'POST',
  path: '/brand/v1.0/billing/stripe/generate-client-secret',
  summary: 'Starts saving a card, and returns the client secret of a setup intent.',
  access: 'approved',
  answer: v.object({ clientSecret: v.string() }),
});
