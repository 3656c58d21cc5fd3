import { formatUsd } from './money.ts';

/** True for a brand that owes what was taken back from it: no campaign is begun or approved meanwhile. */
export const isInDebt = (availableBalanceCents: number): boolean => availableBalanceCents < 0;

/** Explains why a negative balance prevents new campaigns, and the remedy; null for any other balance. */
export const debtOf = (availableBalanceCents: number): string | null =>
  !isInDebt(availableBalanceCents)
    ? null
    : `Your balance is ${formatUsd(availableBalanceCents)}, because payments were refunded, disputed or corrected. Add funds to bring it back to ${formatUsd(0)} first.`;
