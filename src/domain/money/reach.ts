import type { Campaign } from '#contract/brand/campaign.ts';
import { limits } from '../shared/limits.ts';
import { acceptedProposal, costOf } from './proposal.ts';

/** Projected views for a budget: budget ÷ CPM per hundred, times ten, rounded down. 0 if the CPM is 0. */
export function projectedViews(budgetCents: number, cpmCents: number): number {
  // Multiply before dividing: 1001 / 1000 * 1000 is less than 1001.
  return cpmCents > 0 ? Math.floor((budgetCents * 1000) / cpmCents) : 0;
}

/** Minimum budget of a campaign in cents: at least $100, and enough for 50,000 projected views. */
export function minimumBudgetCents(cpmCents: number): number {
  return Math.max(limits.minBudgetCents, Math.ceil((limits.minProjectedViews * cpmCents) / 1000));
}

/**
 * Cents set aside for a campaign: its budget, or its flat fees. Returns null for a campaign type with neither, whose `CPMWorker`
 * has a budget of 0.
 */
export function budgetCentsOf(campaign: Pick<Campaign, 'CPMWorker' | 'cpmBudgetCents' | 'proposal'>): number | null {
  const fees = acceptedProposal(campaign);
  return campaign.CPMWorker?.budgetCents || campaign.cpmBudgetCents || (fees && costOf(fees));
}

/** A campaign's view target; defaults to the budget's projected views if the server sets none. Returns null without a budget. */
export function viewTarget({ CPMWorker }: Pick<Campaign, 'CPMWorker'>): number | null {
  if (CPMWorker === null) return null;
  const target = CPMWorker.viewTarget || projectedViews(CPMWorker.budgetCents, CPMWorker.cpmCents);
  return target > 0 ? target : null;
}

/** Percentage of the target reached, an integer from 0 to 100. */
export function performancePercent(views: number, target: number | null): number {
  if (target === null || target <= 0) return 0;
  return Math.max(0, Math.min(100, Math.floor((views * 100) / target)));
}

/** Percentage by which the actual CPM is below the budgeted one, as an integer; null if it is unknown or not lower. */
export function cpmPercentLower(calculatedCpmCents: number, budgetedCpmCents: number): number | null {
  if (calculatedCpmCents <= 0 || budgetedCpmCents <= 0) return null;
  const percent = Math.round(((budgetedCpmCents - calculatedCpmCents) * 100) / budgetedCpmCents);
  return percent > 0 ? percent : null;
}
