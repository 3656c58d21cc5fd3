import type { Funds } from './campaign-funds.ts';
import { formatUsd } from './money.ts';

/** "$312.40 spent, $187.60 left", exact to the cent; totals of several campaigns may also include "$20.00 returned". */
export function remainingText({ spentCents, leftCents, returnedCents }: Omit<Funds, 'budgetCents'>): string {
  const parts = [`${formatUsd(spentCents)} spent`];
  if (leftCents > 0 || returnedCents === 0) parts.push(`${formatUsd(leftCents)} left`);
  if (returnedCents > 0) parts.push(`${formatUsd(returnedCents)} returned`);
  return parts.join(', ');
}
