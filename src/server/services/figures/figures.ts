import { sql } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { createMonthPartitions } from '#server/database/months.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { applyImmediately, type RollupChanges } from './rollups/changes.ts';
import { gainChanges } from './rollups/gains.ts';
import { offerSpanChanges, postSpanChanges } from './rollups/spans.ts';
import { readStored, storedParts } from './rollups/stored.ts';
import { offerVersions, postVersions, showPosts } from './rollups/touched-posts.ts';

export type NewFigure = Omit<typeof dailyFigures.$inferInsert, 'brandId' | 'revision'>;

interface Storing {
  /** Rows per statement. The default is small enough not to block the process for long with the embedded database. */
  rowsAtOnce?: number;
  /** Target of the changes to the rollups; defaults to the rollups themselves. */
  rollups?: RollupChanges;
}

/**
 * Stores cumulative daily figures and corrects days stored earlier. Unchanged days write nothing; if a day is given
 * twice, the last one counts. Also updates the posts' latest counts and the rollups, and marks campaigns as changed
 * because they show the sums. All figures must be stored through this function.
 * @throws for a post of another brand; the caller has to roll the transaction back
 * @returns the number of new or corrected days
 */
export async function storeFigures(
  writer: BrandWriter,
  figures: readonly NewFigure[],
  now: Date,
  { rowsAtOnce = 2_000, rollups = applyImmediately(writer) }: Storing = {},
): Promise<number> {
  const days = [...new Map(figures.map((figure) => [`${figure.postId} ${figure.day}`, figure])).values()];
  let changed = 0;
  await createMonthPartitions(
    writer.db,
    days.map(({ day }) => day),
  );
  for (let i = 0; i < days.length; i += rowsAtOnce) {
    changed += await storeDays(writer, days.slice(i, i + rowsAtOnce), now, rollups);
  }
  return changed;
}

/**
 * Reads in one statement and writes in another. The CTEs of the writing statement read no table: on a Citus cluster, a
 * CTE would see the changes of earlier ones, and elsewhere it wouldn't. The writer's brand lock keeps the data from
 * changing between the statements. The rows are a single JSON parameter, since binding thousands of parameters takes
 * longer than storing the rows.
 */
async function storeDays(
  writer: BrandWriter,
  rows: readonly NewFigure[],
  now: Date,
  rollups: RollupChanges,
): Promise<number> {
  const { db, brandId, revision } = writer;
  const given = JSON.stringify(rows);
  const stored = await readStored(writer, given);
  const [counted] = await rowsOf<{ changed: number }>(
    db,
    sql`with given as materialized (
        select * from jsonb_to_recordset(${given}::jsonb) as given("postId" text collate "C", day date,
          "viewCount" bigint, "likeCount" bigint, "commentCount" bigint, "shareCount" bigint)),
      ${storedParts(stored)},
      changed as materialized (
        select p.campaign_id, p.snapshot_days, p.first_counted_day, p.is_from_zero, "postId" as post_id, given.day, "viewCount" as view_count,
          "likeCount" as like_count, "commentCount" as comment_count, "shareCount" as share_count,
          stored.view_count as old_view_count, stored.like_count as old_like_count,
          stored.comment_count as old_comment_count, stored.share_count as old_share_count
        from given join given_posts p on p.id = "postId"
        left join stored_days stored on stored.post_id = "postId" and stored.day = given.day
        where (stored.view_count, stored.like_count, stored.comment_count, stored.share_count) is distinct from
          ("viewCount", "likeCount", "commentCount", "shareCount")),
      new_days as (
        insert into ${dailyFigures} (brand_id, post_id, day, view_count, like_count, comment_count, share_count, revision)
        select ${brandId}::text, post_id, day, view_count, like_count, comment_count, share_count, ${revision}::bigint
        from changed where old_view_count is null),
      corrected_days as (
        insert into ${dailyFigures} as stored
          (brand_id, post_id, day, view_count, like_count, comment_count, share_count, revision)
        select ${brandId}::text, post_id, day, view_count, like_count, comment_count, share_count, ${revision}::bigint
        from changed where old_view_count is not null
        on conflict (brand_id, post_id, day) do update set view_count = excluded.view_count,
          like_count = excluded.like_count, comment_count = excluded.comment_count,
          share_count = excluded.share_count, revision = excluded.revision),
      ${showPosts(writer, now)},
      ${gainChanges()},
      ${rollups.gains(
        sql`(
          select campaign_id, day, view_count, like_count, comment_count, share_count, null::timestamptz as updated_at
          from gain_changes where is_touched
          union all select campaign_id, lower(days_after), 0, 0, 0, 0, updated_at from touched)`,
      )},
      post_span_changes as (${postSpanChanges(postVersions)}),
      ${rollups.spans('post')},
      offer_span_changes as (${offerSpanChanges(offerVersions)}),
      ${rollups.spans('offer')}
      select count(*)::float8 as changed from changed`,
  );
  return counted?.changed ?? 0;
}
