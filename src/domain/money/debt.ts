import { formatUsd } from './money.ts';

/** True if a brand owes money after refunds, disputes or corrections; campaigns can't be created or approved until it is paid. */
export const isInDebt = (availableBalanceCents: number): boolean => availableBalanceCents < 0;

/** Explains why a negative balance prevents new campaigns, and how to resolve it; null for any other balance. */
export const debtOf = (availableBalanceCents: number): string | null =>
  !isInDebt(availableBalanceCents)
    ? null
    : `Your balance is ${formatUsd(availableBalanceCents)}, because payments were refunded, disputed or corrected. Add funds to bring it back to ${formatUsd(0)} first.`;
