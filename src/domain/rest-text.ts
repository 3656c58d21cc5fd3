import type { Funds } from './campaign-funds.ts';
import { formatUsd } from './money.ts';

/** "$312.40 spent, $187.60 left": to the cent. */
export function restText({ spentCents, leftCents, returnedCents }: Omit<Funds, 'budgetCents'>): string {
  const isReturned = leftCents === 0 && returnedCents > 0;
  const rest = isReturned ? `${formatUsd(returnedCents)} returned` : `${formatUsd(leftCents)} left`;
  return `${formatUsd(spentCents)} spent, ${rest}`;
}
