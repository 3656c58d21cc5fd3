import type { Campaign } from '#contract/brand/campaign.ts';
import { formatUsd } from './money.ts';

/** A campaign's budget and its parts, in cents. */
export interface Funds {
  budgetCents: number;
  /** Never more than the budget. */
  spentCents: number;
  /** Remaining budget; 0 once the campaign is settled. */
  leftCents: number;
  /** Unspent budget returned to the brand's balance at settlement. */
  returnedCents: number;
}

/** A campaign's budget and spend; null without a budget, or if the server doesn't report spend. */
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

/** Omits the cents if they are zero. */
const shortUsd = (cents: number) => formatUsd(cents).replace('.00', '');

/** "$312 of $500 spent". Rounded down to whole dollars, so a budget never looks used up before it is. */
export function spentText({ spentCents, budgetCents }: Funds): string {
  const shown = spentCents < budgetCents ? spentCents - (spentCents % 100) : spentCents;
  return `${shortUsd(shown)} of ${shortUsd(budgetCents)} spent`;
}
