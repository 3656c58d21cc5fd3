import { type SQL, sql } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { someBrand } from '#server/database/growing.ts';
import { campaigns, posts } from '#server/database/tables/tables.ts';

/** The day on which a post was published, in UTC. */
export const postedDay = sql`(posted_at at time zone 'UTC')::date`;

/** Subquery for a lateral join: a post by id. The limit keeps the planner from reading all of the brand's posts. */
export const postOf = ({ brandId, id }: { brandId: string; id: SQL }) => sql`(
  select p.* from ${posts} p where p.brand_id = ${someBrand(brandId)} and p.id = ${id} limit 1)`;

/**
 * Builds the CTEs that compute the old and new state of posts with `changed` days (`touched`) from `given_posts` (see
 * stored.ts), update their latest counts, and mark their campaigns as changed. Posts that this transaction has already
 * brought up to date are skipped, since updating one writes to six indexes.
 */
export const showPosts = ({ brandId, revision }: BrandWriter, now: Date) => sql`
  touched as materialized (
    select p.id as post_id, p.campaign_id, p.offer_id, p.posted_day,
      p.snapshot_days as days_before, p.snapshot_days + given.days as days_after,
      greatest(p.updated_at, ${now.toISOString()}::timestamptz) as updated_at, latest.*
    from (
      select post_id, range_agg(daterange(day, day, '[]')) as days from changed group by post_id
    ) given
    join (
      select distinct on (post_id) post_id, day as last_day, view_count, like_count, comment_count, share_count
      from changed order by post_id, day desc
    ) last using (post_id)
    join given_posts p on p.id = post_id
    cross join lateral (
      select p.view_count, p.like_count, p.comment_count, p.share_count where last.last_day < upper(p.snapshot_days) - 1
      union all
      select last.view_count, last.like_count, last.comment_count, last.share_count
      where (last.last_day < upper(p.snapshot_days) - 1) is not true
    ) latest),
  shown as (
    update ${posts} as p set view_count = t.view_count, like_count = t.like_count, comment_count = t.comment_count,
      share_count = t.share_count, snapshot_days = t.days_after, updated_at = t.updated_at, revision = ${revision}::bigint
    from touched t
    where p.brand_id = ${someBrand(brandId)} and p.id = t.post_id and (
      p.revision, p.snapshot_days, p.view_count, p.like_count, p.comment_count, p.share_count
    ) is distinct from (
      ${revision}::bigint, t.days_after, t.view_count, t.like_count, t.comment_count, t.share_count
    )),
  resent as (
    update ${campaigns} as c set revision = ${revision}::bigint
    where c.brand_id = ${brandId} and c.revision <> ${revision}::bigint
      and c.id in (select campaign_id from touched))`;

/** Posts that gained days, before and after the change. */
export const postVersions: SQL = sql`(
  select campaign_id, posted_day, version.days, version.sign
  from touched cross join lateral (values (days_before, -1), (days_after, 1)) as version(days, sign)
  where days_before <> days_after)`;

/** Offers of such posts, from `stored_offers` (see stored.ts). An offer has the days of all of its posts. */
export const offerVersions: SQL = sql`(
  select campaign_id, version.days, version.sign
  from (
    select offer_id, campaign_id, range_agg(days_after) as days
    from touched where days_before <> days_after group by offer_id, campaign_id
  ) given
  join stored_offers stored using (offer_id)
  cross join lateral (values (stored.days, -1), (stored.days + given.days, 1)) as version(days, sign))`;
