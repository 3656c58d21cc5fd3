import { asc, sql } from 'drizzle-orm';
import type { Changes, DailyFigure } from '#contract/calls/changes.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { splitFigureId } from './feed-cursor.ts';

/** Returns the days that the feed names, grouped by post. */
export async function readFiguresById(scope: BrandScope, ids: readonly string[]): Promise<Changes['figures']> {
  if (ids.length === 0) return [];
  const wanted = JSON.stringify(ids.map(splitFigureId));
  const rows = await scope.db
    .select()
    .from(dailyFigures)
    .where(
      scope.own(
        dailyFigures,
        sql`(${dailyFigures.postId}, ${dailyFigures.day}) in (
          select key."postId", key.day from jsonb_to_recordset(${wanted}::jsonb) as key("postId" text, day date))`,
      ),
    )
    .orderBy(asc(dailyFigures.postId), asc(dailyFigures.day));
  const figures = new Map<string, DailyFigure[]>();
  for (const { postId, day, viewCount, likeCount, commentCount, shareCount } of rows) {
    const days = figures.get(postId) ?? [];
    if (days.length === 0) figures.set(postId, days);
    days.push([day, viewCount, likeCount, commentCount, shareCount]);
  }
  return [...figures].map(([postId, days]) => ({ postId, days }));
}
