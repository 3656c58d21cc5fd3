import { type SQL, sql } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { dailyGains } from '#server/database/tables/figure-tables.ts';
import { firstDayAfter, lastDayUpTo } from '../snapshot-days.ts';
import { gainOf } from './baseline.ts';

/**
 * Builds the CTEs that compute changes to daily gains. They read a CTE `changed` of new or corrected days: `campaign_id`,
 * `post_id`, the post's `snapshot_days`, `day`, the new counts (`view_count` and so on), the old ones (`old_view_count`, null
 * for a new day), and the post's counting (see baseline.ts), and a CTE `stored_days` (see stored.ts).
 *
 * A day's gain is the difference from the previous stored day. So a changed day affects only its own gain and that of
 * the next stored day, and the adjacent stored days are enough to compute both. A post without earlier days, as most
 * are in an import, has no such neighbors.
 */
export function gainChanges(): SQL {
  const [days, day] = [sql`c.snapshot_days`, sql`c.day`];
  const gained = (name: string) => {
    const [now, old] = [sql.raw(`new_${name}`), sql.raw(`old_${name}`)];
    return sql`${gainOf(now, sql`after`)}
      - case when ${old} is null then 0 else ${gainOf(old, sql`before`)} end as ${sql.identifier(name)}`;
  };
  const first = (name: string) => gainOf(sql.raw(name), sql`after`);
  return sql`
    known as (
      select campaign_id, post_id, first_counted_day, is_from_zero, day, old_view_count, old_like_count, old_comment_count, old_share_count,
        view_count as new_view_count, like_count as new_like_count, comment_count as new_comment_count,
        share_count as new_share_count, true as is_touched
      from changed where not isempty(snapshot_days)
      union all
      select c.campaign_id, c.post_id, c.first_counted_day, c.is_from_zero, n.day, n.view_count, n.like_count, n.comment_count, n.share_count,
        null, null, null, null, beside.is_next
      from changed c
      cross join lateral (
        select * from (values (${lastDayUpTo(days, day, '[)')}, false), (${firstDayAfter(days, day)}, true))
          as near(day, is_next) where near.day is not null
      ) beside
      join stored_days n on n.post_id = c.post_id and n.day = beside.day
      where not isempty(c.snapshot_days)),
    neighbours as (
      select campaign_id, post_id, first_counted_day, is_from_zero, day, bool_or(is_touched) as is_touched,
        max(old_view_count) as old_view_count, coalesce(max(new_view_count), max(old_view_count)) as new_view_count,
        max(old_like_count) as old_like_count, coalesce(max(new_like_count), max(old_like_count)) as new_like_count,
        max(old_comment_count) as old_comment_count,
        coalesce(max(new_comment_count), max(old_comment_count)) as new_comment_count,
        max(old_share_count) as old_share_count, coalesce(max(new_share_count), max(old_share_count)) as new_share_count
      from known group by campaign_id, post_id, first_counted_day, is_from_zero, day),
    gain_changes as (
      select campaign_id, day, is_touched, ${gained('view_count')}, ${gained('like_count')}, ${gained('comment_count')},
        ${gained('share_count')}
      from neighbours
      window after as (partition by post_id order by day),
        before as (partition by post_id, old_view_count is null order by day)
      union all
      select campaign_id, day, true, ${first('view_count')}, ${first('like_count')}, ${first('comment_count')},
        ${first('share_count')}
      from changed where isempty(snapshot_days) window after as (partition by post_id order by day))`;
}

/**
 * Builds the CTE that adds changes to the stored rows. `posts_updated_at` is only ever raised, since each update of a
 * post is later than the one before. If the post's figures now begin earlier, the new time is on that earlier day, so
 * the old time on the later day hides nothing.
 * @param changes rows of `campaign_id`, `day`, the four counts and `updated_at`, which can be null
 */
export const addGains = ({ brandId }: BrandScope, changes: SQL) => sql`
  stored_gains as (
    insert into ${dailyGains} as stored (
      brand_id, subject_id, day, view_count, like_count, comment_count, share_count, posts_updated_at)
    ${sumGains(brandId, changes)}
    on conflict (brand_id, subject_id, day) do update set view_count = stored.view_count + excluded.view_count,
      like_count = stored.like_count + excluded.like_count,
      comment_count = stored.comment_count + excluded.comment_count,
      share_count = stored.share_count + excluded.share_count,
      posts_updated_at = greatest(stored.posts_updated_at, excluded.posts_updated_at))`;

/** Sums changes by day for each campaign and for the brand, leaving out zeros. */
export const sumGains = (brandId: string, changes: SQL) => sql`
  select ${brandId}::text, coalesce(campaign_id, ${brandId}::text), day, sum(view_count), sum(like_count),
    sum(comment_count), sum(share_count), max(updated_at)
  from ${changes} change group by grouping sets ((campaign_id, day), (day))
  having max(updated_at) is not null
    or (sum(view_count), sum(like_count), sum(comment_count), sum(share_count)) is distinct from (0, 0, 0, 0)`;
