import { sql } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { posts } from '#server/database/tables/tables.ts';
import { applyImmediately } from './changes.ts';
import { postSpanChanges } from './spans.ts';
import { postedDay, postOf } from './touched-posts.ts';

/** Backdates posts, and moves them to their new day in the rollups. */
export async function backdatePosts(
  writer: BrandWriter,
  moved: readonly { id: string; postedAt: Date }[],
  now: Date,
  rollups = applyImmediately(writer),
): Promise<void> {
  const { db, brandId, revision } = writer;
  await db.execute(sql`
    with moved as materialized (
      select p.brand_id, p.id, p.campaign_id, p.snapshot_days as days, given."postedAt" as posted_at, ${postedDay} as day_before,
        (given."postedAt" at time zone 'UTC')::date as day_after,
        greatest(p.updated_at, ${now.toISOString()}::timestamptz) as updated_at
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given(id text, "postedAt" timestamptz)
      cross join lateral ${postOf({ brandId, id: sql`given.id` })} p),
    shown as (
      update ${posts} as p set posted_at = m.posted_at, updated_at = m.updated_at, revision = ${revision}::bigint
      from moved m where p.brand_id = m.brand_id and p.id = m.id),
    ${rollups.gains(
      sql`(
        select campaign_id, lower(days) as day, 0 as view_count, 0 as like_count, 0 as comment_count, 0 as share_count,
          updated_at
        from moved where not isempty(days))`,
    )},
    post_span_changes as (${postSpanChanges(
      sql`(
        select campaign_id, version.posted_day, days, version.sign
        from moved cross join lateral (values (day_before, -1), (day_after, 1)) as version(posted_day, sign))`,
    )}),
    ${rollups.spans('post')}
    select 1`);
}
