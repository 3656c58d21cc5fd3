import { inArray, sql } from 'drizzle-orm';
import type { Figures } from '#domain/analytics.ts';
import type { Period } from '#domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { posts } from '../database/tables.ts';
import { lastDayUpTo, snapshotOn } from './snapshot-days.ts';

type Gain = Figures & { forDate: string };

const columnOf: Record<keyof Figures, string> = {
  viewCount: 'view_count',
  likeCount: 'like_count',
  commentCount: 'comment_count',
  shareCount: 'share_count',
};

/**
 * Gains of posts in a period, by their ids, and the day of their last snapshot: as `gainIn` of the domain counts it. Posts
 * without a snapshot up to the period's end are left out. Two probes of an index for each post.
 */
export async function readGains(
  scope: BrandScope,
  { since, until }: Period,
  postIds: readonly string[],
): Promise<Map<string, Gain>> {
  if (postIds.length === 0) return new Map();
  const days = sql`${posts.snapshotDays}`;
  const gained = (name: keyof Figures) =>
    sql`sum(wanted.sign * f.${sql.identifier(columnOf[name])})::float8 as ${sql.identifier(name)}`;
  const rows = await rowsOf<Gain & { postId: string }>(
    scope.db,
    sql`select ${posts.id} as "postId", max(f.day)::text as "forDate", ${gained('viewCount')}, ${gained('likeCount')},
        ${gained('commentCount')}, ${gained('shareCount')}
      from ${posts}
      cross join lateral (values
        (${lastDayUpTo(days, sql`${until}`, '[]')}, 1), (${lastDayUpTo(days, sql`${since}`, '[)')}, -1)) as wanted(day, sign)
      cross join lateral ${snapshotOn({ brandId: sql`${posts.brandId}`, postId: sql`${posts.id}`, day: sql`wanted.day` })} f
      where ${scope.own(posts, inArray(posts.id, [...postIds]))} group by ${posts.brandId}, ${posts.id}`,
  );
  return new Map(rows.map(({ postId, ...gain }) => [postId, gain]));
}
