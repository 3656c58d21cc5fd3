import { inArray, sql } from 'drizzle-orm';
import type { DailyFigure } from '#contract/changes.ts';
import { recentPeriod, recentViewCounts } from '#domain/daily-gains.ts';
import type { Period } from '#domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { dailyFigures } from '../database/figure-tables.ts';
import { posts } from '../database/tables.ts';
import { lastDayUpTo, snapshotOn } from './snapshot-days.ts';

/** The views that posts gained on each of a period's last days, by their ids: as `recentViewCounts` of the domain has it. */
export async function readRecentViews(
  scope: BrandScope,
  period: Period,
  postIds: readonly string[],
): Promise<Map<string, number[]>> {
  if (postIds.length === 0) return new Map();
  const { since, until } = recentPeriod(period);
  const ofPost = sql`from ${dailyFigures} f where f.brand_id = ${posts.brandId} and f.post_id = ${posts.id}`;
  const rows = await rowsOf<{ postId: string; days: [string, number][] }>(
    scope.db,
    sql`select ${posts.id} as "postId", json_agg(json_build_array(f.day, f.view_count) order by f.day) as days
      from ${posts} cross join lateral (
        select before.day, before.view_count from ${snapshotOn({
          brandId: sql`${posts.brandId}`,
          postId: sql`${posts.id}`,
          day: lastDayUpTo(sql`${posts.snapshotDays}`, sql`${since}`, '[)'),
        })} before
        union all
        select f.day, f.view_count ${ofPost} and f.day between ${since}::date and ${until}::date
      ) f
      where ${scope.own(posts, inArray(posts.id, [...postIds]))} group by ${posts.brandId}, ${posts.id}`,
  );
  const days = new Map(
    rows.map((row) => [row.postId, row.days.map(([day, views]): DailyFigure => [day, views, 0, 0, 0])]),
  );
  return new Map(postIds.map((id) => [id, recentViewCounts(days.get(id) ?? [], period)]));
}
