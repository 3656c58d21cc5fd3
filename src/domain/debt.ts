import { formatUsd } from './money.ts';

/** Why no campaign can be begun with a balance below zero, and what helps; null with any other. */
export const debtOf = (availableBalanceCents: number): string | null =>
  availableBalanceCents >= 0
    ? null
    : `Your balance is ${formatUsd(availableBalanceCents)}, because payments were refunded, disputed or corrected. Add funds to bring it back to ${formatUsd(0)} first.`;
