import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Campaign, WorkerStatus } from '#contract/brand/campaign.ts';
import { projectedViews } from '#domain/money/reach.ts';
import { type brands, campaigns } from '#server/database/tables/tables.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/** Terms of the brand that are fixed for a campaign at its approval. */
type ApprovedTerms = Pick<typeof brands.$inferSelect, 'cpmCents' | 'requiredHashtag'>;

/**
 * Returns the worker that a campaign gets with its approval. Without a budget, the worker has no price and no target,
 * and runs to the campaign's end.
 */
export function newWorker(
  campaign: CampaignRow,
  { cpmCents, requiredHashtag }: ApprovedTerms,
  now: Date,
): Partial<CampaignRow> {
  const { startAt, endAt, cpmBudgetCents } = campaign;
  return {
    workerStatus: startAt <= now ? 'SOURCING' : 'QUEUED',
    workerStartDate: startAt,
    workerEndDate: endAt,
    requiredHashtag,
    ...(cpmBudgetCents !== null && {
      workerCpmCents: cpmCents,
      workerBudgetCents: cpmBudgetCents,
      workerViewTarget: projectedViews(cpmBudgetCents, cpmCents),
    }),
  };
}

/** SQL condition: campaigns approved before every type had a worker. */
export const lacksWorker = () => and(eq(campaigns.approvalStatus, 'APPROVED'), isNull(campaigns.workerStatus));

/** The domain's `workerStatusOf` as an SQL condition: an approved campaign that lacks its worker is queued. */
export function hasWorkerStatus(statuses: readonly WorkerStatus[]): SQL | undefined {
  return or(inArray(campaigns.workerStatus, [...statuses]), statuses.includes('QUEUED') ? lacksWorker() : undefined);
}

/** Converts a campaign's worker to its API form; null before the approval. */
export function toWorker(row: CampaignRow): Campaign['CPMWorker'] {
  if (row.workerStatus === null) return null;
  return {
    status: row.workerStatus,
    startDate: (row.workerStartDate ?? row.startAt).toISOString(),
    endDate: row.workerEndDate?.toISOString() ?? null,
    cpmCents: row.workerCpmCents ?? 0,
    budgetCents: row.workerBudgetCents ?? 0,
    viewTarget: row.workerViewTarget,
  };
}
