import { eq, sql } from 'drizzle-orm';
import type { DailyGain } from '../../contract/analytics.ts';
import type { Period } from '../../domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { dailyFigures, posts } from '../database/tables.ts';

/** What the posts of the brand, or of one campaign, gained on each day: as `dailyGains` of the domain counts it. */
export async function readDailyGains(scope: BrandScope, period: Period, campaignId?: string): Promise<DailyGain[]> {
  const condition = campaignId === undefined ? undefined : eq(posts.campaignId, campaignId);
  const before = (column: 'view_count' | 'like_count' | 'comment_count' | 'share_count') =>
    sql`(${sql.identifier(column)} - lag(${sql.identifier(column)}, 1, 0) over each)::float8`;
  const rows = await rowsOf<{ day: string; views: number; likes: number; comments: number; shares: number }>(
    scope.db,
    sql`select day::text as day, sum(views) as views, sum(likes) as likes, sum(comments) as comments, sum(shares) as shares
      from (
        select f.day, ${before('view_count')} as views, ${before('like_count')} as likes,
          ${before('comment_count')} as comments, ${before('share_count')} as shares
        from (
          select ${dailyFigures.postId}, ${dailyFigures.day}, view_count, like_count, comment_count, share_count
          from ${dailyFigures}
          where ${scope.own(dailyFigures)} and ${dailyFigures.day} <= ${period.until}::date and ${dailyFigures.postId} in (
            select ${posts.id} from ${posts} where ${scope.own(posts, condition)})
        ) f window each as (partition by f.post_id order by f.day)
      ) gains
      where day >= ${period.since}::date
      group by day
      having (sum(views), sum(likes), sum(comments), sum(shares)) is distinct from (0::float8, 0::float8, 0::float8, 0::float8)
      order by day`,
  );
  return rows.map(({ day, views, likes, comments, shares }) => [day, views, likes, comments, shares]);
}
