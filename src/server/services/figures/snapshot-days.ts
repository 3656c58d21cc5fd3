import { type SQL, sql } from 'drizzle-orm';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';

// `posts.snapshot_days` says on which days a post has snapshots. So the day that is looked for is known before it is read, and
// one month's partition is asked for it instead of one after the other.

/** The last day of a set of days up to a day, or before it; null where there is none. */
export const lastDayUpTo = (days: SQL, day: SQL, bounds: '[]' | '[)') =>
  sql`upper(${days} * datemultirange(daterange(null, ${day}::date, ${sql.raw(`'${bounds}'`)}))) - 1`;

/** The first day of a set of days after a day; null where there is none. */
export const firstDayAfter = (days: SQL, day: SQL) =>
  sql`lower(${days} * datemultirange(daterange(${day}::date, null, '()')))`;

/**
 * The snapshot of a post on a day, to be joined laterally. It can be one only, but the limit is what keeps the planner from
 * reading all of a post's months to join them with the days that are looked for.
 * @param among the days that the post has, where most of those that are looked for are not among them: nothing is read then
 */
export const snapshotOn = (of: { brandId: SQL; postId: SQL; day: SQL; among?: SQL }) => sql`(
  select f.* from ${dailyFigures} f
  where f.brand_id = ${of.brandId} and f.post_id = ${of.postId} and f.day = ${of.day}
  ${of.among === undefined ? sql`` : sql`and ${of.among} @> ${of.day}`} limit 1)`;
