import type { Stripe } from 'stripe';
import type { Reversal } from '../provider.ts';

/** Returns the id of a reference that Stripe may have expanded into the whole object. */
export const idOf = (named: string | { id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);

const cameBack: readonly (string | null)[] = ['failed', 'canceled'];

/** A refund takes the money when it is created, and returns it if it fails. */
export const refundReversal = ({ id, amount, status }: Stripe.Refund): Reversal => ({
  reference: id,
  kind: 'REFUND',
  cents: cameBack.includes(status) ? 0 : amount,
  isFinal: status === 'succeeded' || cameBack.includes(status),
});

/** Inquiries, whose statuses begin with `warning_`, take no money, nor do prevented disputes. */
const takesMoney = (status: string) =>
  ['needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review'].includes(status);

export const disputeReversal = ({ id, amount, status }: Stripe.Dispute): Reversal => ({
  reference: id,
  kind: 'DISPUTE',
  cents: takesMoney(status) ? amount : 0,
  isFinal: ['won', 'lost', 'warning_closed', 'prevented'].includes(status),
});
