import { type SQL, sql } from 'drizzle-orm';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';

// `posts.snapshot_days` has the days of a post's snapshots. The day is therefore known before its snapshot is read,
// and only one month's partition is queried.

/** The last day in a set up to, or before, a day; null if there is none. */
export const lastDayUpTo = (days: SQL, day: SQL, bounds: '[]' | '[)') =>
  sql`upper(${days} * datemultirange(daterange(null, ${day}::date, ${sql.raw(`'${bounds}'`)}))) - 1`;

/** The first day in a set after a day; null if there is none. */
export const firstDayAfter = (days: SQL, day: SQL) =>
  sql`lower(${days} * datemultirange(daterange(${day}::date, null, '()')))`;

/**
 * Subquery for a lateral join: a post's snapshot on a day. There is at most one, but without the limit the planner
 * would read all of a post's months to join them with the requested days.
 * @param among the post's snapshot days. Pass it if most requested days aren't among them; nothing is read for those.
 */
export const snapshotOn = (of: { brandId: SQL; postId: SQL; day: SQL; among?: SQL }) => sql`(
  select f.* from ${dailyFigures} f
  where f.brand_id = ${of.brandId} and f.post_id = ${of.postId} and f.day = ${of.day}
  ${of.among === undefined ? sql`` : sql`and ${of.among} @> ${of.day}`} limit 1)`;
