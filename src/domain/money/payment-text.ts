import type { Payment } from '#contract/brand/billing.ts';

const others = {
  REFUND: { gone: 'Refund', back: 'Refund Returned' },
  DISPUTE: { gone: 'Payment Disputed', back: 'Dispute Won' },
  CORRECTION: { gone: 'Correction', back: 'Correction' },
} as const;

/** True for a payment by the brand, which has a receipt. */
export const hasReceipt = ({ amountCents, status, kind, budgetReturned, campaignSettled }: Payment): boolean =>
  amountCents > 0 && status === 'COMPLETED' && kind === undefined && !budgetReturned && !campaignSettled;

/** Label for the kind of a payment, such as "Funds Added". */
export function paymentText({
  amountCents,
  kind,
  budgetReturned,
  campaignSettled,
}: Pick<Payment, 'amountCents' | 'kind' | 'budgetReturned' | 'campaignSettled'>): string {
  if (campaignSettled) return 'Campaign Settled';
  if (budgetReturned) return 'Budget Returned';
  if (kind !== undefined) return others[kind][amountCents < 0 ? 'gone' : 'back'];
  return amountCents >= 0 ? 'Funds Added' : 'Campaign Funded';
}
