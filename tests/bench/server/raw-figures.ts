import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '#domain/time/period.ts';
import { type Database, rowsOf } from '#server/database/database.ts';

// These queries compute the figures from raw rows, as well as SQL can without rollups: with two index probes per post.

const gains = (brandId: string, { since, until }: Period): SQL => {
  const snapshot = (bound: SQL) => sql`(
    select f.day, f.view_count, f.like_count, f.comment_count, f.share_count from daily_figures f
    where f.brand_id = p.brand_id and f.post_id = p.id and f.day ${bound} order by f.day desc limit 1)`;
  return sql`
    select p.id as post_id, p.campaign_id, p.offer_id, p.posted_at, p.updated_at, last.day >= ${since}::date as in_period,
      last.view_count as views_until, last.view_count - coalesce(before.view_count, 0) as views,
      last.like_count - coalesce(before.like_count, 0) as likes,
      last.comment_count - coalesce(before.comment_count, 0) as comments,
      last.share_count - coalesce(before.share_count, 0) as shares
    from posts p
    cross join lateral ${snapshot(sql`<= ${until}::date`)} last
    left join lateral ${snapshot(sql`< ${since}::date`)} before on true
    where p.brand_id = ${brandId}`;
};

export interface RawTotals {
  viewCount: number;
  likeCount: number;
  commentCount: number;
  shareCount: number;
  postCount: number;
  offerCount: number;
}

/** Gains of all of a brand's posts in a period. */
export async function rawAnalytics(db: Database, brandId: string, period: Period): Promise<RawTotals> {
  const rows = await rowsOf<RawTotals>(
    db,
    sql`select sum(views)::float8 as "viewCount", sum(views_until)::float8 as "viewsUntil", sum(likes)::float8 as "likeCount",
        sum(comments)::float8 as "commentCount", sum(shares)::float8 as "shareCount",
        (count(*) filter (where in_period))::float8 as "postCount",
        (count(distinct offer_id) filter (where in_period))::float8 as "offerCount", max(updated_at) as "updatedAt"
      from (${gains(brandId, period)}) g group by campaign_id`,
  );
  const sum = (name: keyof RawTotals) => rows.reduce((total, row) => total + row[name], 0);
  return {
    ...{ viewCount: sum('viewCount'), likeCount: sum('likeCount'), commentCount: sum('commentCount') },
    ...{ shareCount: sum('shareCount'), postCount: sum('postCount'), offerCount: sum('offerCount') },
  };
}

/** Ids on a page of posts, and the total number. */
export async function rawPage(db: Database, brandId: string, period: Period, page: number, pageSize: number) {
  const rows = await rowsOf<{ postId: string }>(
    db,
    sql`select post_id as "postId" from (${gains(brandId, period)}) g where in_period
      order by posted_at desc, post_id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  );
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::float8 as total from (${gains(brandId, period)}) g where in_period`,
  );
  return { postIds: rows.map(({ postId }) => postId), total: counted?.total ?? 0 };
}

/** A brand's gains per day, for which every snapshot is read. */
export async function rawDays(db: Database, brandId: string, { since, until }: Period): Promise<[string, number][]> {
  const rows = await rowsOf<{ day: string; views: number }>(
    db,
    sql`select day::text as day, sum(views)::float8 as views from (
        select f.day, f.view_count - lag(f.view_count, 1, 0::bigint) over (partition by f.post_id order by f.day) as views
        from daily_figures f where f.brand_id = ${brandId} and f.day <= ${until}::date) g
      where day >= ${since}::date group by day order by day`,
  );
  return rows.map(({ day, views }) => [day, views]);
}
