import { asc, between, eq, sql } from 'drizzle-orm';
import type { DailyGain } from '#contract/analytics.ts';
import type { Period } from '#domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { dailyGains } from '../database/figure-tables.ts';

/** Gains of the brand's posts, or of one campaign's, by day: as `dailyGains` of the domain counts it. */
export async function readDailyGains(scope: BrandScope, period: Period, campaignId?: string): Promise<DailyGain[]> {
  const { day, viewCount, likeCount, commentCount, shareCount } = dailyGains;
  const rows = await scope.db
    .select({ day, viewCount, likeCount, commentCount, shareCount })
    .from(dailyGains)
    .where(
      scope.own(
        dailyGains,
        eq(dailyGains.subjectId, campaignId ?? scope.brandId),
        between(day, period.since, period.until),
        sql`(${viewCount}, ${likeCount}, ${commentCount}, ${shareCount}) <> (0, 0, 0, 0)`,
      ),
    )
    .orderBy(asc(day));
  return rows.map((row) => [row.day, row.viewCount, row.likeCount, row.commentCount, row.shareCount]);
}
