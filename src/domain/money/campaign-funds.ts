import type { Campaign } from '#contract/brand/campaign.ts';
import { formatUsd } from './money.ts';

/** A campaign's budget in cents, and its parts. */
export interface Funds {
  budgetCents: number;
  /** Never more than the budget. */
  spentCents: number;
  /** The rest to spend; 0 once the campaign is settled. */
  leftCents: number;
  /** The rest that went back to the brand's balance when it was settled. */
  returnedCents: number;
}

/** A campaign's budget and its spend; null without a budget, and from a server that doesn't count it. */
export function fundsOf({
  CPMWorker,
  spend,
  settlement,
}: Pick<Campaign, 'CPMWorker' | 'spend' | 'settlement'>): Funds | null {
  const budgetCents = CPMWorker?.budgetCents ?? 0;
  if (budgetCents <= 0 || spend === undefined) return null;
  const spentCents = Math.min(spend.spentCents, budgetCents);
  const rest = budgetCents - spentCents;
  const isSettled = settlement?.settled != null;
  return { budgetCents, spentCents, leftCents: isSettled ? 0 : rest, returnedCents: isSettled ? rest : 0 };
}

/** Dollars without cents, unless the amount has some. */
const shortUsd = (cents: number) => formatUsd(cents).replace('.00', '');

/** "$312 of $500 spent": in whole dollars, rounded down so that a budget never looks used up before it is. */
export function spentText({ spentCents, budgetCents }: Funds): string {
  const shown = spentCents < budgetCents ? spentCents - (spentCents % 100) : spentCents;
  return `${shortUsd(shown)} of ${shortUsd(budgetCents)} spent`;
}
