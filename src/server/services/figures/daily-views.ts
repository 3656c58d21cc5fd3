import { sql } from 'drizzle-orm';
import type { OfferGain } from '#domain/statements/creator-statement.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { posts } from '#server/database/tables/tables.ts';
import { countingOf, gainOf } from './rollups/baseline.ts';

/**
 * Returns the views that a campaign's offers gained on each day, computed like the rollups. Days without gains are left out.
 */
export const readDailyViews = ({ db, brandId }: BrandScope, campaignId: string): Promise<OfferGain[]> =>
  rowsOf<OfferGain>(
    db,
    sql`select "offerId", day::text as day, sum(views)::float8 as views from (
        select p.offer_id as "offerId", f.day, ${gainOf(sql`f.view_count`, sql`each`)} as views
        from ${posts} p join ${dailyFigures} f on f.brand_id = p.brand_id and f.post_id = p.id
        cross join lateral ${countingOf(sql`p`)} counting
        where p.brand_id = ${brandId} and p.campaign_id = ${campaignId}
        window each as (partition by f.post_id order by f.day)
      ) gains group by 1, 2 having sum(views) <> 0`,
  );
