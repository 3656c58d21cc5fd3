import { sql } from 'drizzle-orm';
import type { Figures } from '#domain/figures/analytics.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { someBrand } from '#server/database/growing.ts';
import { postOf } from '../rollups/touched-posts.ts';
import { firstDayAfter, lastDayUpTo, snapshotOn } from '../snapshot-days.ts';
import { inBatches } from './rows/batches.ts';

/** A post's stored day; `isOurs` if this import stored it. */
export type StoredDay = Figures & { isOurs: boolean };

/**
 * Returns stored figures for the given days and their adjacent stored days, for comparison with a file. The cost
 * doesn't grow with the length of the history.
 * @returns days by post id
 */
export async function readStoredFigures(
  { db, brandId, revision }: BrandWriter,
  wanted: readonly { id: string; day: string }[],
  rowsAtOnce: number,
): Promise<Map<string, Map<string, StoredDay>>> {
  const daysOf = new Map<string, Map<string, StoredDay>>();
  await inBatches(wanted, rowsAtOnce, async (batch) => {
    const [days, day] = [sql`p.snapshot_days`, sql`given.day`];
    const rows = await rowsOf<StoredDay & { postId: string; day: string }>(
      db,
      sql`select distinct on (f.post_id, f.day) f.post_id as "postId", f.day::text as day,
          f.view_count::float8 as "viewCount", f.like_count::float8 as "likeCount",
          f.comment_count::float8 as "commentCount", f.share_count::float8 as "shareCount",
          f.revision = ${revision}::bigint as "isOurs"
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given(id text, day date)
        cross join lateral ${postOf({ brandId, id: sql`given.id` })} p
        cross join lateral (
          values (${day}), (${lastDayUpTo(days, day, '[)')}), (${firstDayAfter(days, day)})) as wanted(day)
        cross join lateral ${snapshotOn({ brandId: someBrand(brandId), postId: sql`given.id`, day: sql`wanted.day`, among: days })} f`,
    );
    for (const { postId, day, ...figures } of rows) {
      const days = daysOf.get(postId) ?? new Map<string, StoredDay>();
      daysOf.set(postId, days.set(day, figures));
    }
  });
  return daysOf;
}
