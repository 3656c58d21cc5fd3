import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { WorkerStatus } from '#contract/brand/campaign.ts';
import { viewTarget } from '#domain/money/reach.ts';
import { campaignRun } from '#domain/time/period.ts';
import { type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { dailyGains } from '#server/database/tables/figure-tables.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { lacksWorker, newWorker, toWorker } from '../moves/state/campaign-worker.ts';
import { notifyOfCampaign } from '../notices/brands/notify-of-campaign.ts';
import { notifyCreatorsOfLowBudget } from '../notices/creators/low-budget-email.ts';
import { independentTasks } from '../shared/independent-tasks.ts';
import { endOffers } from './due-offers.ts';

/** Duration of sourcing, and of the ending phase before a campaign's end. */
const sourcingMs = 3 * 86_400_000;
const endingMs = 3 * 86_400_000;

interface Point {
  status: WorkerStatus;
  startMs: number;
  endMs: number;
  nowMs: number;
  views: number;
  target: number | null;
}

/** Share of the view target at which a campaign starts ending: creators who begin later would find the budget used up. */
const endingShare = 0.8;

const isNearTarget = ({ views, target }: Pick<Point, 'views' | 'target'>): boolean =>
  target !== null && views >= target * endingShare;

/** True for a live campaign near its end, according to its plan or its target. */
export const isNearEnd = ({ endMs, nowMs, ...reached }: Omit<Point, 'status' | 'startMs'>): boolean =>
  nowMs >= endMs - endingMs || isNearTarget(reached);

/**
 * Returns a campaign's status according to its times and views. The status moves backwards only after a brand's change:
 * a larger budget or a later end can make an ending campaign active again.
 */
export function statusAt({ status, startMs, endMs, nowMs, views, target }: Point): WorkerStatus {
  const isLive = status === 'ACTIVE' || status === 'ENDING';
  if (isLive && target !== null && views >= target) return 'ENDED_SUCCESSFULLY';
  if (isLive && nowMs >= endMs) return 'ENDED_UNSUCCESSFULLY';
  if (status === 'ACTIVE' && isNearEnd({ endMs, nowMs, views, target })) return 'ENDING';
  if (status === 'SOURCING' && nowMs >= Math.min(startMs + sourcingMs, endMs)) return 'ACTIVE';
  if (status === 'QUEUED' && nowMs >= startMs) return 'SOURCING';
  return status;
}

interface Due {
  brandId: string;
  campaignId: string;
  change: Partial<typeof campaigns.$inferInsert>;
  /** True if the campaign is ending because most of its budget is spent. */
  isLowOnBudget?: boolean;
  isPaused?: boolean;
}

interface Among {
  brandId?: string;
  campaignId?: string | undefined;
}

/** Returns campaigns, of one brand or of all, that are due to start, to start ending or to end, or that lack a worker. */
async function findDue(db: Database, now: Date, { brandId, campaignId }: Among = {}): Promise<Due[]> {
  // Outer columns are spelled out with their table, since both tables have them and Drizzle omits the table name.
  const views = sql`coalesce((select sum(g.view_count) from ${dailyGains} g
    where g.brand_id = ${campaigns}.brand_id and g.subject_id = ${campaigns}.id), 0)`.mapWith(Number);
  const rows = await db
    .select({ campaign: campaigns, views })
    .from(campaigns)
    .where(
      and(
        brandId === undefined ? undefined : eq(campaigns.brandId, brandId),
        campaignId === undefined ? undefined : eq(campaigns.id, campaignId),
        eq(campaigns.approvalStatus, 'APPROVED'),
        eq(campaigns.status, 'ACTIVE'),
        or(inArray(campaigns.workerStatus, ['QUEUED', 'SOURCING', 'ACTIVE', 'ENDING']), lacksWorker()),
      ),
    )
    .orderBy(asc(campaigns.brandId), asc(campaigns.id));
  const lacking = rows.flatMap(({ campaign }) => (toWorker(campaign) === null ? [campaign.brandId] : []));
  const terms = await readTerms(db, lacking);
  return rows.flatMap(({ campaign, views: reached }): Due[] => {
    const { brandId, id: campaignId } = campaign;
    const CPMWorker = toWorker(campaign);
    if (CPMWorker === null) {
      const ofBrand = terms.get(brandId);
      return ofBrand === undefined ? [] : [{ brandId, campaignId, change: newWorker(campaign, ofBrand, now) }];
    }
    const run = campaignRun({ CPMWorker, startAt: CPMWorker.startDate, endAt: CPMWorker.endDate });
    const { status } = CPMWorker;
    const target = viewTarget({ CPMWorker });
    const next = statusAt({ status, ...run, nowMs: now.getTime(), views: reached, target });
    if (next === status) return [];
    // The check runs slightly late, so a campaign that ends as planned is recorded with its planned end.
    const endedAt = next.startsWith('ENDED') ? { endedAt: new Date(Math.min(run.endMs, now.getTime())) } : {};
    const isLowOnBudget = next === 'ENDING' && isNearTarget({ views: reached, target });
    const isPaused = campaign.pausedAt !== null;
    return [{ brandId, campaignId, change: { workerStatus: next, ...endedAt }, isLowOnBudget, isPaused }];
  });
}

/** Returns brands' terms for new workers, by brand id. */
async function readTerms(db: Database, brandIds: readonly string[]) {
  const { id, cpmCents, requiredHashtag } = brands;
  const rows = await db
    .select({ id, cpmCents, requiredHashtag })
    .from(brands)
    .where(inArray(id, [...new Set(brandIds)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Starts, advances or ends one of the brand's campaigns that is due. At the end, its posts' earnings fall due.
 * @param only the campaign; by default any of the brand's
 * @returns the campaign's id; null if none is due
 */
export async function moveCampaign(writer: BrandWriter, now: Date, only?: string): Promise<string | null> {
  const [due] = await findDue(writer.db, now, { brandId: writer.brandId, campaignId: only });
  if (due === undefined) return null;
  const { campaignId, change, isLowOnBudget = false, isPaused = false } = due;
  await writer.db
    .update(campaigns)
    .set({ ...change, unread: true, revision: writer.revision })
    .where(writer.own(campaigns, eq(campaigns.id, campaignId)));
  const isEnd = change.workerStatus?.startsWith('ENDED') === true;
  if (isEnd) await endOffers(writer, campaignId, now);
  // A worker that was set up late needs no email, since the approval's email covers it.
  const hasBegun = change.workerStatus === 'SOURCING' && change.workerStartDate === undefined;
  if (isEnd || hasBegun) await notifyOfCampaign(writer, { campaignId, news: isEnd ? 'ended' : 'begun', now });
  if (isLowOnBudget) {
    await notifyOfCampaign(writer, { campaignId, news: 'low-budget', now });
    // Creators can't act during a pause.
    if (!isPaused) await notifyCreatorsOfLowBudget(writer, campaignId, now);
  }
  return campaignId;
}

/**
 * Applies all due changes of campaigns, each in its own transaction. A late campaign catches up on all of its steps.
 * @returns the number of steps
 * @throws {AggregateError} after all other campaigns have been updated, if some failed
 */
export async function moveDueCampaigns(db: Database, now: Date): Promise<number> {
  const tasks = independentTasks();
  let steps = 0;
  for (const { brandId, campaignId } of await findDue(db, now)) {
    await tasks.run(`move:${campaignId}`, async () => {
      while ((await writeBrand({ db, brandId }, (writer) => moveCampaign(writer, now, campaignId))) !== null)
        steps += 1;
    });
  }
  tasks.end();
  return steps;
}
