import type { Payment } from '#contract/billing.ts';

const others = {
  REFUND: { gone: 'Refund', back: 'Refund Returned' },
  DISPUTE: { gone: 'Payment Disputed', back: 'Dispute Won' },
  CORRECTION: { gone: 'Correction', back: 'Correction' },
} as const;

/** Words for the kind of a payment. */
export function kindText({ amountCents, kind }: Pick<Payment, 'amountCents' | 'kind'>): string {
  if (kind !== undefined) return others[kind][amountCents < 0 ? 'gone' : 'back'];
  return amountCents >= 0 ? 'Funds Added' : 'Campaign Funded';
}
