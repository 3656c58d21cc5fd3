import { eq, sql } from 'drizzle-orm';
import { type AnalyticsSummary, costsOf } from '../../domain/analytics.ts';
import type { Period } from '../../domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { campaigns, posts } from '../database/tables.ts';
import { toWorker } from './campaigns.ts';
import { gainsOf } from './post-gains.ts';

/** What the posts of one campaign sum to. */
interface CampaignSums {
  campaignId: string;
  views: number;
  viewsUntil: number;
  likes: number;
  comments: number;
  shares: number;
  posts: number;
  offers: number;
  updatedAtMs: number;
}

/**
 * What the posts of the brand, or of one campaign, gained in a period: to the last digit what `analyticsOf` of the domain
 * gives. The database sums up posts; the few sums by campaign are put together here.
 */
export async function readAnalytics(scope: BrandScope, period: Period, campaignId?: string): Promise<AnalyticsSummary> {
  const sums = await readSums(scope, period, campaignId);
  const sumOf = new Map(sums.map((row) => [row.campaignId, row]));
  const rows = await scope.db
    .select()
    .from(campaigns)
    .where(scope.own(campaigns, campaignId === undefined ? undefined : eq(campaigns.id, campaignId)));
  const views = rows.map((row) => {
    const { viewsUntil, views: gained } = sumOf.get(row.id) ?? { viewsUntil: 0, views: 0 };
    const endAt = row.endAt?.toISOString() ?? null;
    const campaign = { CPMWorker: toWorker(row), startAt: row.startAt.toISOString(), endAt };
    return { campaign, viewsUntil, viewsBefore: viewsUntil - gained };
  });
  const total = (name: Exclude<keyof CampaignSums, 'campaignId'>) => sums.reduce((sum, row) => sum + row[name], 0);
  const updatedAtMs = sums.map((row) => row.updatedAtMs).sort((a, b) => b - a)[0];
  return {
    updatedAt: updatedAtMs === undefined ? null : new Date(updatedAtMs).toISOString(),
    viewCount: total('views'),
    likeCount: total('likes'),
    commentCount: total('comments'),
    shareCount: total('shares'),
    postCount: total('posts'),
    // An offer belongs to one campaign, so none is counted twice.
    offerCount: total('offers'),
    ...costsOf(views, period),
  };
}

function readSums(scope: BrandScope, period: Period, campaignId?: string): Promise<CampaignSums[]> {
  const condition = campaignId === undefined ? undefined : eq(posts.campaignId, campaignId);
  return rowsOf<CampaignSums>(
    scope.db,
    sql`select campaign_id as "campaignId",
        sum(views)::float8 as views, sum(views_until)::float8 as "viewsUntil", sum(likes)::float8 as likes,
        sum(comments)::float8 as comments, sum(shares)::float8 as shares,
        (count(*) filter (where in_period))::float8 as posts,
        (count(distinct offer_id) filter (where in_period))::float8 as offers,
        (extract(epoch from max(updated_at)) * 1000)::float8 as "updatedAtMs"
      from (${gainsOf(scope, period, condition)}) gains group by campaign_id`,
  );
}
