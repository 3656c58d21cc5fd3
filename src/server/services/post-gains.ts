import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '../../domain/period.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { dailyFigures, posts } from '../database/tables.ts';

/**
 * A query for each post with a snapshot up to the period's end: what it gained in the period as `gainIn` of the domain
 * counts it, `views_until` (its views at the end), `last_day` and whether that lies `in_period`. Two probes of an index for
 * each post.
 */
export function gainsOf(scope: BrandScope, { since, until }: Period, condition?: SQL): SQL {
  const snapshot = (bound: SQL) => sql`(
    select f.day, f.view_count, f.like_count, f.comment_count, f.share_count from ${dailyFigures} f
    where f.brand_id = ${posts.brandId} and f.post_id = ${posts.id} and f.day ${bound}
    order by f.day desc limit 1)`;
  return sql`
    select ${posts.id} as post_id, ${posts.campaignId} as campaign_id, ${posts.offerId} as offer_id,
      ${posts.creatorId} as creator_id, ${posts.postedAt} as posted_at, ${posts.finalPostUrl} as final_post_url,
      ${posts.updatedAt} as updated_at, last.day as last_day, last.day >= ${since}::date as in_period,
      last.view_count as views_until,
      last.view_count - coalesce(before.view_count, 0) as views,
      last.like_count - coalesce(before.like_count, 0) as likes,
      last.comment_count - coalesce(before.comment_count, 0) as comments,
      last.share_count - coalesce(before.share_count, 0) as shares
    from ${posts}
    cross join lateral ${snapshot(sql`<= ${until}::date`)} last
    left join lateral ${snapshot(sql`< ${since}::date`)} before on true
    where ${scope.own(posts, condition)}`;
}
