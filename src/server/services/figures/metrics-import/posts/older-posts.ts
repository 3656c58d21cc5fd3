import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/time/period.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { someBrand } from '#server/database/growing.ts';
import { baseDay, countingOf } from '#server/services/figures/rollups/baseline.ts';
import { postOf } from '#server/services/figures/rollups/touched-posts.ts';
import { snapshotOn } from '#server/services/figures/snapshot-days.ts';
import { inBatches } from '../rows/batches.ts';

/** Posts in a file that are older than their campaign. */
export interface OlderPosts {
  add(post: { id: string; postedAt: Date }): void;
  /** Summarizes the counts that these posts had when the campaign began. Call it after all figures are stored. */
  notes(): Promise<string[]>;
}

const grouped = (n: number) => n.toLocaleString('en-US');

/** @param firstDay the campaign's first day (UTC) */
export function olderPosts(writer: BrandWriter, firstDay: string, rowsAtOnce: number): OlderPosts {
  const ids = new Set<string>();
  return {
    add({ id, postedAt }) {
      if (dayOf(postedAt) < firstDay) ids.add(id);
    },
    async notes() {
      if (ids.size === 0) return [];
      let views = 0;
      await inBatches([...ids], rowsAtOnce, async (batch) => {
        views += await baselineViews(writer, batch);
      });
      const [are, they] = ids.size === 1 ? ['post is', 'it'] : ['posts are', 'they'];
      return [
        `${grouped(ids.size)} ${are} older than the campaign, which began on ${firstDay}. ` +
          `The ${grouped(views)} views that ${they} already had are not charged and don’t count.`,
      ];
    },
  };
}

async function baselineViews({ db, brandId }: BrandWriter, ids: readonly string[]): Promise<number> {
  const [sum] = await rowsOf<{ views: number }>(
    db,
    sql`select coalesce(sum(f.view_count), 0)::float8 as views
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as given(id)
      cross join lateral ${postOf({ brandId, id: sql`given.id` })} p
      cross join lateral ${countingOf(sql`p`, someBrand(brandId))} counting
      cross join lateral (select ${baseDay(sql`p.snapshot_days`, sql`first_counted_day`)} as day) base
      cross join lateral ${snapshotOn({ brandId: someBrand(brandId), postId: sql`p.id`, day: sql`base.day` })} f`,
  );
  return sum?.views ?? 0;
}
