import { count, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Tag } from '#contract/brand/brand.ts';
import type { Campaign, listCampaigns } from '#contract/brand/campaign.ts';
import type { RequestOf } from '#contract/wire/endpoint.ts';
import type { Page } from '#contract/wire/page.ts';
import { settlementDays, spentUntil } from '#domain/money/spend.ts';
import { allDays, campaignRun } from '#domain/time/period.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { ApiError, notFound } from '#server/errors/api-error.ts';
import { type CampaignReach, readReach } from '../figures/campaign-spend.ts';
import { releaseBudget, returnBudget } from '../ledger/campaign-budget.ts';
import { toProposal } from '../moves/proposal.ts';
import { hasEnded, hasStarted } from '../moves/state/campaign-state.ts';
import { hasWorkerStatus, toWorker } from '../moves/state/campaign-worker.ts';
import { approvedPosts } from '../moves/state/places.ts';
import { offsetOf, pageOf } from '../shared/paging.ts';
import { endOffers } from './due-offers.ts';
import { readAllTags } from './tags.ts';

type CampaignRow = typeof campaigns.$inferSelect;
type CampaignQuery = RequestOf<typeof listCampaigns>['query'];

/** Returns a page of campaigns, newest first. An empty list of statuses doesn't filter, like a missing list. */
export async function readCampaignPage(scope: BrandScope, query: CampaignQuery): Promise<Page<Campaign>> {
  const { approvalStatus, cpmWorkerStatus, campaignStatus } = query;
  const where = scope.own(
    campaigns,
    approvalStatus?.length ? inArray(campaigns.approvalStatus, approvalStatus) : undefined,
    cpmWorkerStatus?.length ? hasWorkerStatus(cpmWorkerStatus) : undefined,
    campaignStatus?.length ? inArray(campaigns.status, campaignStatus) : undefined,
  );
  const rows = await selectCampaigns(scope, where).limit(query.pageSize).offset(offsetOf(query));
  const [counted] = await scope.db.select({ total: count() }).from(campaigns).where(where);
  return pageOf(await toCampaigns(scope, rows), counted?.total ?? 0, query);
}

/** @throws {ApiError} 404 */
export async function readCampaign(scope: BrandScope, id: string): Promise<Campaign> {
  const [campaign] = await readCampaignsById(scope, [id]);
  if (campaign === undefined) throw notFound('Campaign not found.');
  return campaign;
}

/** Returns the existing campaigns among these ids, newest first. */
export async function readCampaignsById(scope: BrandScope, ids: readonly string[]): Promise<Campaign[]> {
  if (ids.length === 0) return [];
  return toCampaigns(scope, await selectCampaigns(scope, scope.own(campaigns, inArray(campaigns.id, [...ids]))));
}

interface CampaignChange {
  unread?: boolean | undefined;
  status?: 'ACTIVE' | 'ARCHIVED' | undefined;
}

/**
 * Marks a campaign as read or archives it. Archiving before the start returns the budget; archiving a running
 * campaign ends its offers.
 * @throws {ApiError} 404; 409 if an archived campaign would become active again
 */
export async function updateCampaign(
  writer: BrandWriter,
  id: string,
  change: CampaignChange,
  now: Date,
): Promise<Campaign> {
  const isThis = writer.own(campaigns, eq(campaigns.id, id));
  const [row] = await writer.db.select().from(campaigns).where(isThis);
  if (row === undefined) throw notFound('Campaign not found.');
  if (row.status === 'ARCHIVED' && change.status === 'ACTIVE') {
    throw new ApiError('campaign_archived', 'An archived campaign can’t be made active again.');
  }
  const isEnd = row.status === 'ACTIVE' && change.status === 'ARCHIVED';
  if (isEnd) await giveBack(writer, row, now);
  await writer.db
    .update(campaigns)
    .set({
      ...(change.unread === undefined ? {} : { unread: change.unread }),
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(isEnd && row.endedAt === null ? { endedAt: now } : {}),
      revision: writer.revision,
    })
    .where(isThis);
  // Undo the unread mark, since the brand itself ended the campaign.
  if (isEnd && (await endOffers(writer, id, now)) > 0) {
    await writer.db
      .update(campaigns)
      .set({ unread: change.unread ?? row.unread })
      .where(isThis);
  }
  return readCampaign(writer, id);
}

/**
 * Renames a campaign in any state, since the name isn't part of the terms that its creators have agreed to.
 * @throws {ApiError} 404; 409 if it is archived
 */
export async function renameCampaign(writer: BrandWriter, id: string, name: string): Promise<Campaign> {
  const isThis = writer.own(campaigns, eq(campaigns.id, id));
  const [row] = await writer.db.select({ status: campaigns.status }).from(campaigns).where(isThis);
  if (row === undefined) throw notFound('Campaign not found.');
  if (row.status === 'ARCHIVED') {
    throw new ApiError('campaign_archived', 'This campaign has been archived, so it can’t be renamed.');
  }
  await writer.db.update(campaigns).set({ name, revision: writer.revision }).where(isThis);
  return readCampaign(writer, id);
}

async function giveBack(writer: BrandWriter, row: CampaignRow, now: Date): Promise<void> {
  await releaseBudget(writer, row.id, now);
  if (!hasStarted(row)) await returnBudget(writer, { id: row.id, name: row.name ?? 'Campaign' }, now);
}

const selectCampaigns = (scope: BrandScope, where: SQL | undefined) =>
  scope.db.select().from(campaigns).where(where).orderBy(desc(campaigns.createdAt), desc(campaigns.id));

async function toCampaigns(scope: BrandScope, rows: CampaignRow[]): Promise<Campaign[]> {
  if (rows.length === 0) return [];
  const tags = new Map((await readAllTags(scope.db)).map((tag) => [tag.id, tag]));
  const reached = await readReachOfRows(scope, rows);
  const paidByPost = rows.filter(({ proposalAcceptedAt }) => proposalAcceptedAt !== null);
  const posts = await approvedPosts(
    scope,
    paidByPost.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...toCampaign(row, tags, reached.get(row.id)),
    ...(row.proposalNumber !== null && { proposal: toProposal(row, posts.get(row.id) ?? 0) }),
  }));
}

/** {@link readReach} for rows of campaigns. */
export function readReachOfRows(scope: BrandScope, rows: readonly CampaignRow[]): Promise<Map<string, CampaignReach>> {
  const budgets = rows.flatMap((row) => {
    const terms = approvedTerms(row);
    return terms === null ? [] : [[row.id, terms] as const];
  });
  return readReach(
    scope,
    rows.map(({ id }) => id),
    new Map(budgets),
  );
}

/** Returns the price and budget of an approved campaign; null if it doesn't pay by views. */
function approvedTerms({ workerStatus, workerCpmCents, workerBudgetCents }: CampaignRow) {
  if (workerStatus === null || !workerCpmCents || !workerBudgetCents) return null;
  return { cpmCents: workerCpmCents, budgetCents: workerBudgetCents };
}

/** Returns the spend of a campaign so far, in its API form; undefined if it doesn't pay by views. */
export function spendOf(row: CampaignRow, { views, usedUpOn }: CampaignReach = noReach): Campaign['spend'] {
  const terms = approvedTerms(row);
  if (terms === null) return undefined;
  const { settledAt, countedUntil, spentCents } = row;
  const settled = settledAt && countedUntil ? { countedUntil, spentCents: spentCents ?? 0 } : null;
  return { spentCents: spentUntil(allDays.until, views, terms, { usedUpOn, settled }), usedUpOn };
}

const noReach: CampaignReach = { views: 0, usedUpOn: null };

function toCampaign(row: CampaignRow, tags: ReadonlyMap<string, Tag>, reached: CampaignReach = noReach): Campaign {
  const spend = spendOf(row, reached);
  return {
    id: row.id,
    name: row.name,
    approvalStatus: row.approvalStatus,
    status: row.status,
    rejectionReason: row.rejectionReason,
    unread: row.unread,
    startAt: row.startAt.toISOString(),
    endAt: row.endAt?.toISOString() ?? null,
    platforms: row.platforms,
    tags: row.tagIds.flatMap((id) => tags.get(id) ?? []),
    dos: row.dos,
    donts: row.donts,
    cpmBudgetCents: row.cpmBudgetCents,
    CPMWorker: toWorker(row),
    // An old post may lose views from before the campaign, so its gain can be negative.
    viewCount: Math.max(0, reached.views),
    ...(spend && { spend }),
    createdAt: row.createdAt.toISOString(),
    campaignType: row.campaignType,
    ...(Object.keys(row.brief).length > 0 && { brief: briefOf(row) }),
    ...(row.workerStatus !== null && { requiredHashtag: row.requiredHashtag }),
    ...(row.pausedAt !== null && !hasEnded(row) && { pausedAt: row.pausedAt.toISOString() }),
    ...(row.approvalStatus === 'APPROVED' && hasEnded(row) && hasStarted(row) && { settlement: settlementOf(row) }),
  };
}

const dayMs = 86_400_000;

/** Returns the settlement of an ended campaign, in its API form. */
export function settlementOf(row: CampaignRow): NonNullable<Campaign['settlement']> {
  const endAt = row.endAt?.toISOString() ?? null;
  const { endMs } = campaignRun({ CPMWorker: toWorker(row), startAt: row.startAt.toISOString(), endAt });
  const { settledAt, countedUntil, spentCents } = row;
  return {
    dueAt: new Date((row.endedAt?.getTime() ?? endMs) + settlementDays * dayMs).toISOString(),
    settled:
      settledAt === null || countedUntil === null
        ? null
        : { at: settledAt.toISOString(), countedUntil, spentCents: spentCents ?? 0 },
  };
}

const briefOf = ({ brief: { media, ...said } }: CampaignRow): Campaign['brief'] => ({
  ...said,
  ...(media && { media: media.map(({ videoUrl, imageUrl }) => ({ videoUrl, imageUrl })) }),
});
