import { type SQL, sql } from 'drizzle-orm';
import { campaigns } from '#server/database/tables/tables.ts';
import { lastDayUpTo } from '../snapshot-days.ts';

/**
 * Subquery for a lateral join: `first_counted_day` and `is_from_zero` of a post in its campaign, as in the domain's
 * `Counting`.
 * @param post a row of the posts' table
 * @param brandId required if the post comes from a subquery, since Citus can't derive the campaign's shard from one
 */
export const countingOf = (post: SQL, brandId = sql`${post}.brand_id`) => sql`(
  select start.day as first_counted_day, (${post}.posted_at at time zone 'UTC')::date >= start.day as is_from_zero
  from ${campaigns} c
  cross join lateral (select (coalesce(c.worker_start_date, c.start_at) at time zone 'UTC')::date as day) start
  where c.brand_id = ${brandId} and c.id = ${post}.campaign_id limit 1)`;

/**
 * A day's gain of a count, as in the domain's `gainBasis`. The row needs `day`, `first_counted_day` and `is_from_zero`.
 * @param count the day's cumulative count
 * @param window window over the post's days, in order
 */
export const gainOf = (count: SQL, window: SQL) => sql`case when day < first_counted_day then 0::bigint
  else ${count} - lag(${count}, 1, case when is_from_zero then 0::bigint else ${count} end) over ${window} end`;

/**
 * The day whose snapshot is the base for a period's gains, as in the domain's `baseIn`; null means zero. Use it with
 * {@link countingOf}, for a period that ends on or after the campaign's first day.
 * @param since the period's first day
 */
export const baseDay = (days: SQL, since: SQL) => sql`coalesce(
  ${lastDayUpTo(days, sql`greatest(${since}, first_counted_day)`, '[)')}, case when not is_from_zero then lower(${days}) end)`;
