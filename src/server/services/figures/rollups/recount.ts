import { eq, sql } from 'drizzle-orm';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { dailyFigures, dailyGains, offerSpans, postSpans } from '#server/database/tables/figure-tables.ts';
import { posts } from '#server/database/tables/tables.ts';
import { countingOf, gainOf } from './baseline.ts';
import { sumGains } from './gains.ts';
import { offerSpanChanges, postSpanChanges, sumSpans } from './spans.ts';
import { postedDay } from './touched-posts.ts';

/**
 * Recomputes a brand's rollups after snapshots were inserted without updating them. Call it in the inserting transaction.
 */
export async function recountFigures(db: Database, brandId: string): Promise<void> {
  const scope = brandScope(db, brandId);
  await db.execute(sql`
    update ${posts} as p set snapshot_days = found.days
    from (
      select post_id, range_agg(daterange(day, day, '[]')) as days from ${dailyFigures}
      where ${scope.own(dailyFigures)} group by post_id
    ) found
    where p.brand_id = ${brandId} and p.id = found.post_id and p.snapshot_days <> found.days`);
  for (const table of [dailyGains, postSpans, offerSpans]) await db.delete(table).where(eq(table.brandId, brandId));
  const gained = (name: string) => sql`${gainOf(sql.raw(`f.${name}`), sql`each`)} as ${sql.identifier(name)}`;
  await db.execute(sql`
    insert into ${dailyGains} (
      brand_id, subject_id, day, view_count, like_count, comment_count, share_count, posts_updated_at)
    ${sumGains(
      brandId,
      sql`(
        select p.campaign_id, f.day, ${gained('view_count')}, ${gained('like_count')}, ${gained('comment_count')},
          ${gained('share_count')}, case when f.day = lower(p.snapshot_days) then p.updated_at end as updated_at
        from ${dailyFigures} f join ${posts} p on p.brand_id = f.brand_id and p.id = f.post_id
        cross join lateral ${countingOf(sql`p`)} counting
        where f.brand_id = ${brandId}
        window each as (partition by f.post_id order by f.day))`,
    )}`);
  await db.execute(sql`
    insert into ${postSpans} (brand_id, subject_id, posted_day, first_day, last_day, posts)
    select ${brandId}::text, sums.* from (${sumSpans(
      scope,
      'post',
      sql`(${postSpanChanges(
        sql`(select campaign_id, ${postedDay} as posted_day, snapshot_days as days, 1 as sign from ${posts}
          where ${scope.own(posts)})`,
      )})`,
    )}) sums`);
  await db.execute(sql`
    insert into ${offerSpans} (brand_id, subject_id, first_day, last_day, offers)
    select ${brandId}::text, sums.* from (${sumSpans(
      scope,
      'offer',
      sql`(${offerSpanChanges(
        sql`(select campaign_id, range_agg(snapshot_days) as days, 1 as sign from ${posts}
          where ${scope.own(posts)} group by campaign_id, offer_id)`,
      )})`,
    )}) sums`);
}
