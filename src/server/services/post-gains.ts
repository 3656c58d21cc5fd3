import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Figures } from '../../domain/analytics.ts';
import type { Period } from '../../domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { dailyFigures } from '../database/figure-tables.ts';
import { posts } from '../database/tables.ts';

type Gain = Figures & { forDate: string };

/**
 * What posts gained in a period, by their ids, and the day of their last snapshot: as `gainIn` of the domain counts it. Posts
 * without a snapshot up to the period's end are left out. Two probes of an index for each post.
 */
export async function readGains(
  scope: BrandScope,
  { since, until }: Period,
  postIds: readonly string[],
): Promise<Map<string, Gain>> {
  if (postIds.length === 0) return new Map();
  const snapshot = (bound: SQL) => sql`(
    select f.day, f.view_count, f.like_count, f.comment_count, f.share_count from ${dailyFigures} f
    where f.brand_id = ${posts.brandId} and f.post_id = ${posts.id} and f.day ${bound}
    order by f.day desc limit 1)`;
  const rows = await rowsOf<Gain & { postId: string }>(
    scope.db,
    sql`select ${posts.id} as "postId", last.day::text as "forDate",
        (last.view_count - coalesce(before.view_count, 0))::float8 as "viewCount",
        (last.like_count - coalesce(before.like_count, 0))::float8 as "likeCount",
        (last.comment_count - coalesce(before.comment_count, 0))::float8 as "commentCount",
        (last.share_count - coalesce(before.share_count, 0))::float8 as "shareCount"
      from ${posts}
      cross join lateral ${snapshot(sql`<= ${until}::date`)} last
      left join lateral ${snapshot(sql`< ${since}::date`)} before on true
      where ${scope.own(posts, inArray(posts.id, [...postIds]))}`,
  );
  return new Map(rows.map(({ postId, ...gain }) => [postId, gain]));
}
