import { asc, between, eq, sql } from 'drizzle-orm';
import type { DailyGain } from '#contract/brand/analytics.ts';
import { type AnalyticsSummary, costsOf } from '#domain/figures/analytics.ts';
import type { Period } from '#domain/time/period.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { dailyGains, isSpanOf, offerSpans, postSpans } from '#server/database/tables/figure-tables.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { toWorker } from '../moves/state/campaign-worker.ts';
import { readReachOfRows, settlementOf, spendOf } from './campaigns.ts';

/** Sums of the rollups for a campaign or the brand. */
interface Sums {
  subjectId: string;
  views: number;
  viewsUntil: number;
  likes: number;
  comments: number;
  shares: number;
  updatedAtMs: number | null;
  /** Total number of rows in the query, repeated in every row. */
  posts: number;
  offers: number;
}

/**
 * Returns gains of the brand's posts, or of one campaign's, in a period. The result equals the domain's `analyticsOf`
 * exactly. Only rollups are read, so the cost grows with days and campaigns, not with posts.
 */
export async function readAnalytics(scope: BrandScope, period: Period, campaignId?: string): Promise<AnalyticsSummary> {
  const subjectId = campaignId ?? scope.brandId;
  const sums = await readSums(scope, period, campaignId);
  const sumOf = new Map(sums.map((row) => [row.subjectId, row]));
  const rows = await scope.db
    .select()
    .from(campaigns)
    .where(scope.own(campaigns, campaignId === undefined ? undefined : eq(campaigns.id, campaignId)));
  const reached = await readReachOfRows(scope, rows);
  const views = rows.map((row) => {
    const { viewsUntil, views: gained } = sumOf.get(row.id) ?? { viewsUntil: 0, views: 0 };
    const endAt = row.endAt?.toISOString() ?? null;
    const settlement = row.settledAt === null ? {} : { settlement: settlementOf(row) };
    const spend = spendOf(row, reached.get(row.id));
    const campaign = {
      ...{ CPMWorker: toWorker(row), status: row.status, startAt: row.startAt.toISOString(), endAt },
      ...settlement,
      ...(spend && { spend }),
    };
    return { campaign, viewsUntil, viewsBefore: viewsUntil - gained };
  });
  const total = sumOf.get(subjectId);
  const updatedAtMs = total?.updatedAtMs ?? null;
  return {
    updatedAt: updatedAtMs === null ? null : new Date(updatedAtMs).toISOString(),
    viewCount: total?.views ?? 0,
    likeCount: total?.likes ?? 0,
    commentCount: total?.comments ?? 0,
    shareCount: total?.shares ?? 0,
    postCount: total?.posts ?? 0,
    offerCount: total?.offers ?? 0,
    ...costsOf(views, period),
  };
}

/** Returns one row for the requested campaign, or one for the brand and one for each of its campaigns. */
function readSums(scope: BrandScope, period: Period, campaignId?: string): Promise<Sums[]> {
  const { since, until } = period;
  const subjectId = campaignId ?? scope.brandId;
  const isAsked = campaignId === undefined ? undefined : eq(dailyGains.subjectId, campaignId);
  const gained = (column: string) =>
    sql`coalesce(sum(${sql.identifier(column)}) filter (where day >= ${since}::date), 0)::float8`;
  const counted = (table: typeof postSpans | typeof offerSpans, column: string) => sql`(
    select coalesce(sum(${sql.identifier(column)}), 0)::float8 from ${table}
    where ${scope.own(table, eq(table.subjectId, subjectId))} and ${isSpanOf(period)})`;
  return rowsOf<Sums>(
    scope.db,
    sql`select subject_id as "subjectId", ${gained('view_count')} as views,
        sum(view_count)::float8 as "viewsUntil", ${gained('like_count')} as likes,
        ${gained('comment_count')} as comments, ${gained('share_count')} as shares,
        (extract(epoch from max(posts_updated_at)) * 1000)::float8 as "updatedAtMs",
        ${counted(postSpans, 'posts')} as posts, ${counted(offerSpans, 'offers')} as offers
      from ${dailyGains}
      where ${scope.own(dailyGains, isAsked)} and day <= ${until}::date
      group by subject_id`,
  );
}

/** Returns gains of the brand's posts, or of one campaign's, by day, as defined by the domain's `dailyGains`. */
export async function readDailyGains(scope: BrandScope, period: Period, campaignId?: string): Promise<DailyGain[]> {
  const { day, viewCount, likeCount, commentCount, shareCount } = dailyGains;
  const rows = await scope.db
    .select({ day, viewCount, likeCount, commentCount, shareCount })
    .from(dailyGains)
    .where(
      scope.own(
        dailyGains,
        eq(dailyGains.subjectId, campaignId ?? scope.brandId),
        between(day, period.since, period.until),
        sql`(${viewCount}, ${likeCount}, ${commentCount}, ${shareCount}) <> (0, 0, 0, 0)`,
      ),
    )
    .orderBy(asc(day));
  return rows.map((row) => [row.day, row.viewCount, row.likeCount, row.commentCount, row.shareCount]);
}
