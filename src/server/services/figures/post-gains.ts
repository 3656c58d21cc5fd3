import { inArray, type SQL, sql } from 'drizzle-orm';
import type { DailyFigure } from '#contract/calls/changes.ts';
import type { Figures } from '#domain/figures/analytics.ts';
import { type Counting, countFromZero } from '#domain/figures/baseline.ts';
import { type CountedDays, recentPeriod, recentViewCounts } from '#domain/figures/daily-gains.ts';
import type { Period } from '#domain/time/period.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { posts } from '#server/database/tables/tables.ts';
import { baseDay, countingOf } from './rollups/baseline.ts';
import { lastDayUpTo, snapshotOn } from './snapshot-days.ts';

type Gain = Figures & { forDate: string };

const columnOf: Record<keyof Figures, string> = {
  viewCount: 'view_count',
  likeCount: 'like_count',
  commentCount: 'comment_count',
  shareCount: 'share_count',
};

/**
 * Returns gains in a period by post id, with the day of the last snapshot, as defined by the domain's `gainIn`. Posts
 * without a snapshot up to the period's end are left out. Costs two index probes per post.
 */
export async function readGains(
  scope: BrandScope,
  { since, until }: Period,
  postIds: readonly string[],
): Promise<Map<string, Gain>> {
  if (postIds.length === 0) return new Map();
  const days = sql`${posts.snapshotDays}`;
  const gained = (name: keyof Figures) => {
    const column = sql.identifier(columnOf[name]);
    return sql`(last.${column} - coalesce(before.${column}, 0))::float8 as ${sql.identifier(name)}`;
  };
  const snapshot = (day: SQL) => snapshotOn({ brandId: sql`${posts.brandId}`, postId: sql`${posts.id}`, day });
  // One join per day: Citus can't push a join with a list of days down to a shard.
  const rows = await rowsOf<Gain & { postId: string }>(
    scope.db,
    sql`select ${posts.id} as "postId", last.day::text as "forDate", ${gained('viewCount')}, ${gained('likeCount')},
        ${gained('commentCount')}, ${gained('shareCount')}
      from ${posts}
      cross join lateral ${countingOf(sql`${posts}`)} counting
      cross join lateral (select ${lastDayUpTo(days, sql`${until}`, '[]')} as day) latest
      cross join lateral (select case when ${until}::date < first_counted_day then latest.day
        else ${baseDay(days, sql`${since}::date`)} end as day) base
      cross join lateral ${snapshot(sql`latest.day`)} last
      left join lateral ${snapshot(sql`base.day`)} before on true
      where ${scope.own(posts, inArray(posts.id, [...postIds]))}`,
  );
  return new Map(rows.map(({ postId, ...gain }) => [postId, gain]));
}

/** Returns the views gained on each of a period's last days by post id, as defined by the domain's `recentViewCounts`. */
export async function readRecentViews(
  scope: BrandScope,
  period: Period,
  postIds: readonly string[],
): Promise<Map<string, number[]>> {
  if (postIds.length === 0) return new Map();
  const { since, until } = recentPeriod(period);
  const ofPost = sql`from ${dailyFigures} f where f.brand_id = ${posts.brandId} and f.post_id = ${posts.id}`;
  const rows = await rowsOf<Counting & { postId: string; days: [string, number][] }>(
    scope.db,
    sql`select ${posts.id} as "postId", first_counted_day::text as "firstDay", is_from_zero as "isFromZero", json_agg(json_build_array(f.day, f.view_count) order by f.day) as days
      from ${posts} cross join lateral ${countingOf(sql`${posts}`)} counting cross join lateral (
        select before.day, before.view_count from ${snapshotOn({
          brandId: sql`${posts.brandId}`,
          postId: sql`${posts.id}`,
          day: lastDayUpTo(sql`${posts.snapshotDays}`, sql`${since}`, '[)'),
        })} before
        union all
        select f.day, f.view_count ${ofPost} and f.day between ${since}::date and ${until}::date
      ) f
      where ${scope.own(posts, inArray(posts.id, [...postIds]))}
      group by ${posts.brandId}, ${posts.id}, first_counted_day, is_from_zero`,
  );
  const counted = new Map(
    rows.map(({ postId, days, ...counting }): [string, CountedDays] => [
      postId,
      { days: days.map(([day, views]): DailyFigure => [day, views, 0, 0, 0]), counting },
    ]),
  );
  const without: CountedDays = { days: [], counting: countFromZero };
  return new Map(postIds.map((id) => [id, recentViewCounts(counted.get(id) ?? without, period)]));
}
