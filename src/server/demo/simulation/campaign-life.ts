import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WorkerStatus } from '../../../contract/campaign.ts';
import { campaignDays, type Day, dayOf, daysBetween } from '../../../domain/period.ts';
import { viewTarget } from '../../../domain/reach.ts';
import { campaigns, offers, posts } from '../../database/tables.ts';
import { toWorker } from '../../services/campaigns.ts';
import { type SimulatedEvent, tellNews, type World } from './context.ts';

/** Days in which creators are looked for, and days before the end in which a campaign is ending. */
const sourcingDays = 3;
const endingDays = 3;

interface Point {
  status: WorkerStatus;
  since: Day;
  /** The last day. */
  until: Day;
  today: Day;
  views: number;
  target: number | null;
}

/** Where a campaign is in its life by its days and views; a campaign never goes back. */
export function statusAt({ status, since, until, today, views, target }: Point): WorkerStatus {
  const isLive = status === 'ACTIVE' || status === 'ENDING';
  if (isLive && target !== null && views >= target) return 'ENDED_SUCCESSFULLY';
  if (isLive && today > until) return 'ENDED_UNSUCCESSFULLY';
  if (status === 'ACTIVE' && daysBetween(today, until) < endingDays) return 'ENDING';
  if (status === 'SOURCING' && daysBetween(since, today) >= sourcingDays) return 'ACTIVE';
  if (status === 'QUEUED' && today >= since) return 'SOURCING';
  return status;
}

/** One campaign begins, nears its end or ends, if it is time. When it ends, its posts are to be paid. */
export async function moveCampaign(world: World): Promise<SimulatedEvent | null> {
  const { writer, now } = world;
  // Columns of the outer table by hand: drizzle names them without it, and both tables have them.
  const views = sql`coalesce((select sum(p.view_count) from ${posts} p
    where p.brand_id = ${campaigns}.brand_id and p.campaign_id = ${campaigns}.id), 0)`.mapWith(Number);
  const rows = await writer.db
    .select({ campaign: campaigns, views })
    .from(campaigns)
    .where(
      writer.own(
        campaigns,
        and(
          eq(campaigns.approvalStatus, 'APPROVED'),
          eq(campaigns.status, 'ACTIVE'),
          inArray(campaigns.workerStatus, ['QUEUED', 'SOURCING', 'ACTIVE', 'ENDING']),
        ),
      ),
    )
    .orderBy(campaigns.id);
  for (const { campaign, views: reached } of rows) {
    const CPMWorker = toWorker(campaign);
    if (CPMWorker === null) continue;
    const days = campaignDays({ CPMWorker, startAt: CPMWorker.startDate, endAt: CPMWorker.endDate });
    const { status } = CPMWorker;
    const next = statusAt({ status, ...days, today: dayOf(now), views: reached, target: viewTarget({ CPMWorker }) });
    if (next === status) continue;
    const isThis = writer.own(campaigns, eq(campaigns.id, campaign.id));
    await writer.db.update(campaigns).set({ workerStatus: next }).where(isThis);
    if (next.startsWith('ENDED')) await settlePosts(world, campaign.id);
    await tellNews(world, campaign.id);
    return { kind: 'campaign', campaignId: campaign.id };
  }
  return null;
}

async function settlePosts({ writer, now }: World, campaignId: string): Promise<void> {
  await writer.db
    .update(offers)
    .set({ stageType: 'AWAITING_EARNING_CLEARANCE', stageEnteredAt: now, updatedAt: now, revision: writer.revision })
    .where(writer.own(offers, eq(offers.campaignId, campaignId), eq(offers.stageType, 'ONGOING')));
}
