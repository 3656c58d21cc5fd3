import type { Campaign } from '../contract/campaign.ts';

/** Views that a budget can be expected to buy: budget ÷ CPM per hundred, times ten, floored. 0 with no CPM. */
export function projectedViews(budgetCents: number, cpmCents: number): number {
  return cpmCents > 0 ? Math.floor((budgetCents / (cpmCents / 100)) * 10) : 0;
}

/** A campaign's view target; where the server gives none, budget ÷ CPM × 1000. Null without a budget. */
export function viewTarget({ CPMWorker }: Pick<Campaign, 'CPMWorker'>): number | null {
  if (CPMWorker === null) return null;
  const { viewTarget: given, budgetCents, cpmCents } = CPMWorker;
  if (given !== null) return given;
  return cpmCents > 0 && budgetCents > 0 ? Math.floor((budgetCents / cpmCents) * 1000) : null;
}

/** Percent of the target reached, whole, from 0 to 100. */
export function performancePercent(views: number, target: number | null): number {
  if (target === null || target <= 0) return 0;
  return Math.max(0, Math.min(100, Math.floor((views / target) * 100)));
}

/** How many percent lower the real CPM is than the budgeted one; null where there is nothing to say. */
export function cpmPercentLower(calculatedCpmCents: number, budgetedCpmCents: number): number | null {
  if (calculatedCpmCents <= 0 || budgetedCpmCents <= 0 || calculatedCpmCents === budgetedCpmCents) return null;
  return Math.round(((budgetedCpmCents - calculatedCpmCents) / budgetedCpmCents) * 100);
}
