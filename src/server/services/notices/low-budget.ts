import { eq } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { readSpend } from '../figures/campaign-spend.ts';

/** The current budget of an ending campaign. */
export interface LowBudget {
  leftCents: number;
  /** Percentage of the budget that is spent, as an integer. */
  percent: number;
}

/** Returns the path of a campaign's page with the top-up dialog open. */
export const topUpPath = (campaignId: string): string => `/dashboard/campaigns/${campaignId}?manage=top-up`;

/**
 * Returns the rest of an ending campaign's budget; null if the campaign is active again or has ended, or nothing is left.
 */
export async function readLowBudget(scope: BrandScope, campaignId: string): Promise<LowBudget | null> {
  const [row] = await scope.db
    .select()
    .from(campaigns)
    .where(scope.own(campaigns, eq(campaigns.id, campaignId)));
  if (row === undefined || row.status !== 'ACTIVE' || row.workerStatus !== 'ENDING') return null;
  const { workerCpmCents: cpmCents, workerBudgetCents: budgetCents } = row;
  if (!cpmCents || !budgetCents) return null;
  const { spentCents } = await readSpend(scope, campaignId, { cpmCents, budgetCents });
  const leftCents = budgetCents - spentCents;
  if (leftCents <= 0) return null;
  // 80 % of the views can cost a cent less than 80 % of the budget.
  const percent = Math.min(99, Math.round((spentCents * 100) / budgetCents));
  return { leftCents, percent };
}
