import type { Payment } from '#contract/brand/billing.ts';
import type { Statement, StatementLine, StatementTotals } from '#contract/brand/statement.ts';
import type { LedgerEntryKind } from '../money/ledger-kinds.ts';
import { paymentText } from '../money/payment-text.ts';
import type { Month } from './month.ts';

/** An entry of the ledger account `available`, and its context. */
export interface BalanceMovement {
  id: string;
  at: Date;
  kind: LedgerEntryKind;
  amountCents: number;
  /** Name of the entry's campaign; null if it has none. */
  campaign: string | null;
  /** True for a held budget whose campaign was approved by the end of the month. */
  isFunded: boolean;
  /** The payment shown to the brand for this entry; null if there is none. */
  payment: Payment | null;
}

type Total = keyof StatementTotals;

/** The total that each kind counts towards, and its text if it has no payment. */
const kinds: Readonly<Record<LedgerEntryKind, { total: Total; text: string }>> = {
  funds_pending: { total: 'addedCents', text: 'Funds added' },
  funds_added: { total: 'addedCents', text: 'Funds added' },
  funds_settled: { total: 'addedCents', text: 'Funds added' },
  funds_failed: { total: 'reversedCents', text: 'Payment failed' },
  funds_reversed: { total: 'reversedCents', text: 'Funds reversed' },
  budget_held: { total: 'fundedCents', text: 'Budget held' },
  budget_captured: { total: 'fundedCents', text: 'Campaign funded' },
  budget_topped_up: { total: 'fundedCents', text: 'Added to the budget' },
  budget_released: { total: 'returnedCents', text: 'Held budget released' },
  campaign_settled: { total: 'returnedCents', text: 'Campaign settled' },
  adjusted: { total: 'correctedCents', text: 'Correction' },
  creator_paid: { total: 'fundedCents', text: 'Creator paid' },
  payout_undone: { total: 'returnedCents', text: 'Payout undone' },
};

/** Converts a title such as "Funds Added" to sentence case: "Funds added". */
const asSentence = (title: string) => title.charAt(0) + title.slice(1).toLowerCase();

/** Describes a movement like the payment shown for it, such as "Funds added by Visa •••• 4242". */
export function movementText({ kind, campaign, isFunded, payment }: BalanceMovement): string {
  const own = kind === 'budget_held' && isFunded ? kinds.budget_captured.text : kinds[kind].text;
  if (payment === null) return campaign === null ? own : `${own}: ${campaign}`;
  // The payment for a top-up looks like the one for the campaign's first budget.
  const what = kind === 'budget_topped_up' ? own : asSentence(paymentText(payment));
  const { title, subtitle } = payment.method;
  const method = subtitle === null ? title : `${title} ${subtitle}`;
  if (campaign === null) return kinds[kind].total === 'addedCents' ? `${what} by ${method}` : `${what}: ${method}`;
  const reason = payment.campaignSettled ? payment.statusReason : null;
  return reason === null ? `${what}: ${campaign}` : `${what}: ${campaign}. ${reason}`;
}

/** The statement of a month, from its opening balance and its movements in order. */
export function statementOf(month: Month, opening: number, movements: readonly BalanceMovement[]): Statement {
  const totals: StatementTotals = {
    addedCents: 0,
    fundedCents: 0,
    returnedCents: 0,
    reversedCents: 0,
    correctedCents: 0,
  };
  let balance = opening;
  const lines = movements.map((movement): StatementLine => {
    const { id, at, kind, amountCents } = movement;
    balance += amountCents;
    totals[kinds[kind].total] += amountCents;
    return { id, at: at.toISOString(), description: movementText(movement), amountCents, balanceCents: balance };
  });
  return { month, openingBalanceCents: opening, lines, totals, closingBalanceCents: balance };
}
