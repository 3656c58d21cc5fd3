import { inArray, sql } from 'drizzle-orm';
import type { DailyFigure } from '../../contract/changes.ts';
import { recentPeriod, recentViewCounts } from '../../domain/daily-gains.ts';
import type { Period } from '../../domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { dailyFigures } from '../database/figure-tables.ts';
import { posts } from '../database/tables.ts';

/** The views that posts gained on each of a period's last days, by their ids: as `recentViewCounts` of the domain has it. */
export async function readRecentViews(
  scope: BrandScope,
  period: Period,
  postIds: readonly string[],
): Promise<Map<string, number[]>> {
  if (postIds.length === 0) return new Map();
  const { since, until } = recentPeriod(period);
  const ofPost = sql`from ${dailyFigures} f where f.brand_id = ${posts.brandId} and f.post_id = ${posts.id}`;
  const rows = await rowsOf<{ postId: string; day: string; views: number }>(
    scope.db,
    sql`select ${posts.id} as "postId", f.day::text as day, f.view_count::float8 as views
      from ${posts} cross join lateral (
        (select f.day, f.view_count ${ofPost} and f.day < ${since}::date order by f.day desc limit 1)
        union all
        select f.day, f.view_count ${ofPost} and f.day between ${since}::date and ${until}::date
      ) f
      where ${scope.own(posts, inArray(posts.id, [...postIds]))} order by f.day`,
  );
  const days = new Map<string, DailyFigure[]>(postIds.map((id) => [id, []]));
  for (const { postId, day, views } of rows) days.get(postId)?.push([day, views, 0, 0, 0]);
  return new Map([...days].map(([id, some]) => [id, recentViewCounts(some, period)]));
}
