import { eq } from 'drizzle-orm';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { CampaignChange, RunningChange } from '#contract/brand/campaign-change.ts';
import { projectedViews, viewTarget } from '#domain/money/reach.ts';
import { campaignRun } from '#domain/time/period.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { topUpBudget } from '../ledger/campaign-budget.ts';
import { hasEnded, hasStarted } from '../moves/state/campaign-state.ts';
import { toWorker } from '../moves/state/campaign-worker.ts';
import { isNearEnd } from './campaign-life.ts';
import { readCampaign, updateCampaign } from './campaigns.ts';
import { endOffers } from './due-offers.ts';
import { answerProposal, isProposalAnswer } from './proposals.ts';

type CampaignRow = typeof campaigns.$inferSelect;

/** Maximum time from now to a campaign's end. */
const farthestEndMs = 366 * 86_400_000;

/**
 * Applies a brand's change to an approved campaign that hasn't ended, or its response to a proposal before the
 * approval. Repeating a change has no effect.
 * @throws {ApiError} 400 for an impossible change, 402 if the available balance is too low, 404; 409 once the campaign
 * has ended or its proposal was replaced
 */
export async function changeCampaign(
  writer: BrandWriter,
  id: string,
  change: CampaignChange,
  now: Date,
): Promise<Campaign> {
  const isThis = writer.own(campaigns, eq(campaigns.id, id));
  const [row] = await writer.db.select().from(campaigns).where(isThis);
  if (row === undefined) throw notFound('Campaign not found.');
  if (isProposalAnswer(change)) {
    await answerProposal(writer, row, change, now);
    return readCampaign(writer, id);
  }
  if (row.approvalStatus !== 'APPROVED') throw invalid('change', 'Only an approved campaign can be changed.');
  if (hasEnded(row)) throw new ApiError('campaign_ended', 'This campaign has ended, so it can no longer be changed.');
  // A campaign that hasn't started is archived, which returns its budget at once.
  if (change.change === 'end' && !hasStarted(row)) return updateCampaign(writer, id, { status: 'ARCHIVED' }, now);
  const changed = await changeOf(writer, row, change, now);
  const workerStatus = await statusAfter(writer, { ...row, ...changed }, now);
  await writer.db
    .update(campaigns)
    .set({ ...changed, workerStatus, revision: writer.revision })
    .where(isThis);
  if (change.change === 'end') await endOffers(writer, id, now);
  return readCampaign(writer, id);
}

const invalid = (field: string, message: string) =>
  new ApiError('invalid_request', message, { issues: [{ path: `body.${field}`, message }] });

async function changeOf(
  writer: BrandWriter,
  row: CampaignRow,
  change: RunningChange,
  now: Date,
): Promise<Partial<CampaignRow>> {
  switch (change.change) {
    case 'top-up':
      return topUp(writer, row, change.amountCents, now);
    case 'extend':
      return extend(row, new Date(change.endAt), now);
    case 'pause':
      return { pausedAt: row.pausedAt ?? now };
    case 'resume':
      return row.pausedAt === null ? {} : { pausedAt: null, resumedAt: now };
    case 'end':
      return { workerStatus: 'ENDED_UNSUCCESSFULLY', endedAt: now, endAt: now, workerEndDate: now, pausedAt: null };
  }
}

async function topUp(
  writer: BrandWriter,
  { id, name, campaignType, workerBudgetCents, workerCpmCents, cpmBudgetCents }: CampaignRow,
  cents: number,
  now: Date,
): Promise<Partial<CampaignRow>> {
  if (campaignType !== 'CPM' || workerBudgetCents === null || workerCpmCents === null) {
    throw invalid('change', 'Only a campaign that pays per view has a budget that you can add to.');
  }
  await topUpBudget(writer, { id, name: name ?? 'Campaign' }, cents, now);
  const budgetCents = workerBudgetCents + cents;
  return {
    cpmBudgetCents: (cpmBudgetCents ?? workerBudgetCents) + cents,
    workerBudgetCents: budgetCents,
    workerViewTarget: projectedViews(budgetCents, workerCpmCents),
  };
}

function extend(row: CampaignRow, endAt: Date, now: Date): Partial<CampaignRow> {
  if (endAt.getTime() <= runOf(row).endMs) throw invalid('endAt', 'Expected an end date after the current one.');
  if (endAt.getTime() > now.getTime() + farthestEndMs) throw invalid('endAt', 'Expected an end date within a year.');
  return { endAt, workerEndDate: endAt };
}

const runOf = (row: CampaignRow) =>
  campaignRun({
    CPMWorker: toWorker(row),
    startAt: row.startAt.toISOString(),
    endAt: row.endAt?.toISOString() ?? null,
  });

/** An ending campaign becomes active again if more budget or time postpones its end. */
async function statusAfter(writer: BrandWriter, row: CampaignRow, now: Date): Promise<CampaignRow['workerStatus']> {
  if (row.workerStatus !== 'ENDING') return row.workerStatus;
  const { viewCount: views = 0 } = await readCampaign(writer, row.id);
  const target = viewTarget({ CPMWorker: toWorker(row) });
  return isNearEnd({ ...runOf(row), nowMs: now.getTime(), views, target }) ? 'ENDING' : 'ACTIVE';
}
