import { eq, sql } from 'drizzle-orm';
import type { Period } from '#domain/time/period.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { isSpanOf, postSpans } from '#server/database/tables/figure-tables.ts';
import { posts } from '#server/database/tables/tables.ts';
import { offsetOf, type PageRequest } from '#server/services/shared/paging.ts';

interface PostPage {
  postIds: string[];
  /** Number of posts on all pages. */
  total: number;
}

/**
 * Returns a page of posts with figures in a period, newest first. The rollup has the number of posts per day, so a
 * page's days are known before any post is read. Only the posts of those days are read. Page 5,000 therefore costs
 * the same as page 1. A single statement sees one snapshot, despite concurrent writes.
 */
export async function readPostPage(
  scope: BrandScope,
  { period, campaignId, ...request }: PageRequest & { period: Period; campaignId?: string },
): Promise<PostPage> {
  const offset = sql`${offsetOf(request)}::bigint`;
  const size = sql`${request.pageSize}::bigint`;
  const isOfSubject = eq(postSpans.subjectId, campaignId ?? scope.brandId);
  const isOfCampaign = campaignId === undefined ? undefined : eq(posts.campaignId, campaignId);
  const rows = await rowsOf<{ total: number; postId: string | null }>(
    scope.db,
    sql`with days as materialized (
        select posted_day, sum(posts)::bigint as posts,
          (sum(sum(posts)) over (order by posted_day desc))::bigint as through
        from ${postSpans} where ${scope.own(postSpans, isOfSubject)} and ${isSpanOf(period)}
        group by posted_day having sum(posts) <> 0),
      shown as (
        select posted_day, greatest(0, ${offset} - (through - posts)) as skipped
        from days where through > ${offset} and through - posts < ${offset} + ${size})
      select total, listed.id as "postId"
      from (select coalesce(max(through), 0)::float8 as total from days) totals
      left join lateral (
        select found.* from shown cross join lateral (
          select ${posts.id}, ${posts.postedAt} from ${posts}
          where ${scope.own(posts, isOfCampaign)}
            and ${posts.postedAt} >= (posted_day::timestamp at time zone 'UTC')
            and ${posts.postedAt} < ((posted_day + 1)::timestamp at time zone 'UTC')
            and ${posts.snapshotDays} && daterange(${period.since}, ${period.until}, '[]')
          order by ${posts.postedAt} desc, ${posts.id} desc offset skipped limit ${size}) found
        order by found.posted_at desc, found.id desc limit ${size}
      ) listed on true
      order by listed.posted_at desc, listed.id desc`,
  );
  return {
    postIds: rows.flatMap(({ postId }) => postId ?? []),
    total: rows[0]?.total ?? 0,
  };
}
