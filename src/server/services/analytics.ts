import { eq, sql } from 'drizzle-orm';
import type { BrandAnalytics, PeriodQuery, PostAnalytics } from '../../contract/analytics.ts';
import type { Page } from '../../contract/page.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { brands, campaigns, creators, posts } from '../database/tables.ts';
import { offsetOf, type PageRequest, pageOf } from './paging.ts';
import { type Days, gainsOf } from './post-gains.ts';

type Summary = Omit<BrandAnalytics, 'brandName'>;

const lengths = {
  today: [0, 0],
  yesterday: [1, 1],
  last_7d: [6, 0],
  last_30d: [29, 0],
  last_90d: [89, 0],
  last_365d: [364, 0],
};

function resolvePeriod(query: PeriodQuery, now: Date): Days {
  if (query.since !== undefined && query.until !== undefined && query.timePeriodType !== 'preset') {
    return { since: query.since, until: query.until };
  }
  const [from = 89, to = 0] = lengths[query.preset ?? 'last_90d'];
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  return { since: ago(from), until: ago(to) };
}

/** What the posts of the brand, or of one campaign, gained in a period. */
export async function readAnalytics(
  scope: BrandScope,
  query: PeriodQuery,
  now: Date,
  campaignId?: string,
): Promise<Summary> {
  const days = resolvePeriod(query, now);
  const condition = campaignId === undefined ? undefined : eq(posts.campaignId, campaignId);
  const [row] = await rowsOf<Record<string, number | string | null>>(
    scope.db,
    sql`with gains as (${gainsOf(scope, days, condition)})
      select coalesce(sum(views), 0)::float8 as views, coalesce(sum(likes), 0)::float8 as likes,
        coalesce(sum(comments), 0)::float8 as comments, coalesce(sum(shares), 0)::float8 as shares,
        (count(*) filter (where in_period))::float8 as posts,
        (count(distinct offer_id) filter (where in_period))::float8 as offers,
        max(updated_at)::text as updated_at from gains`,
  );
  const figure = (name: string) => Number(row?.[name] ?? 0);
  const updatedAt = row?.updated_at;
  return {
    updatedAt: updatedAt ? new Date(updatedAt).toISOString() : null,
    viewCount: figure('views'),
    likeCount: figure('likes'),
    commentCount: figure('comments'),
    shareCount: figure('shares'),
    postCount: figure('posts'),
    offerCount: figure('offers'),
    cpmCentsTotal: 0,
    calculatedCpmCentsTotal: 0,
    proratedBudgetCentsTotal: 0,
  };
}

/** Posts with a snapshot in the period, newest first. */
export async function readPostPage(
  scope: BrandScope,
  query: PeriodQuery & PageRequest,
  now: Date,
  campaignId?: string,
): Promise<Page<PostAnalytics>> {
  const days = resolvePeriod(query, now);
  const condition = campaignId === undefined ? undefined : eq(posts.campaignId, campaignId);
  const rows = await rowsOf<Record<string, string | number | null>>(
    scope.db,
    sql`with gains as (${gainsOf(scope, days, condition)})
      select g.offer_id as "offerId", g.posted_at::text as "postedAt", g.final_post_url as "finalPostUrl",
        g.creator_id as "socialAccountId", c.platform as "socialPlatform", c.avatar_url as "socialAvatarUrl",
        c.username as "socialUsername", c.first_name as "userFirstName", c.last_name as "userLastName",
        g.campaign_id as "campaignId", k.name as "campaignName", ${scope.brandId}::text as "brandId", b.name as "brandName",
        g.views::float8 as "viewCount", g.likes::float8 as "likeCount", g.shares::float8 as "shareCount",
        g.comments::float8 as "commentCount", g.last_day::text as "forDate", g.updated_at::text as "updatedAt",
        (count(*) over ())::float8 as total
      from gains g
      join ${creators} c on c.brand_id = ${scope.brandId} and c.id = g.creator_id
      join ${campaigns} k on k.brand_id = ${scope.brandId} and k.id = g.campaign_id
      join ${brands} b on b.id = ${scope.brandId}
      where g.in_period order by g.posted_at desc, g.post_id desc limit ${query.pageSize} offset ${offsetOf(query)}`,
  );
  const total = Number(rows[0]?.total ?? 0);
  const data = rows.map(({ total: _, ...row }) => ({
    ...row,
    postedAt: new Date(String(row.postedAt)).toISOString(),
    updatedAt: new Date(String(row.updatedAt)).toISOString(),
  }));
  return pageOf(data as unknown as PostAnalytics[], total, query);
}
