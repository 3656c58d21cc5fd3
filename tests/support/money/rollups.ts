import { sql } from 'drizzle-orm';
import type { DailyFigure } from '#contract/calls/changes.ts';
import type { PostDays } from '#domain/figures/analytics.ts';
import { countingsOf } from '#domain/figures/baseline.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { readCampaignsById } from '#server/services/campaigns/campaigns.ts';
import { readPostsById } from '#server/services/figures/posts.ts';

/** Reads all of a brand's rows that are computed from its snapshots, in a fixed order. */
export async function storedRollups(db: Database, brandId: string): Promise<Record<string, unknown[]>> {
  const queries = {
    gains: sql`select subject_id, day::text as day, view_count::float8, like_count::float8, comment_count::float8,
      share_count::float8 from daily_gains where brand_id = ${brandId}
      and (view_count, like_count, comment_count, share_count) <> (0, 0, 0, 0) order by 1, 2`,
    postSpans: sql`select subject_id, posted_day::text, first_day::text, last_day::text, posts::float8 from post_spans
      where brand_id = ${brandId} order by 1, 2, 3, 4`,
    offerSpans: sql`select subject_id, first_day::text, last_day::text, offers::float8 from offer_spans
      where brand_id = ${brandId} order by 1, 2, 3`,
    days: sql`select id, snapshot_days::text from posts where brand_id = ${brandId} order by 1`,
  };
  const rows: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(queries)) rows[name] = await rowsOf(db, query);
  return rows;
}

/** Reads a brand's posts with their snapshots, in the domain's shape. */
export async function rawPosts(db: Database, brandId: string): Promise<PostDays[]> {
  const figures = await rowsOf<{ id: string; days: DailyFigure[] }>(
    db,
    sql`select p.id, coalesce(json_agg(
        json_build_array(f.day, f.view_count, f.like_count, f.comment_count, f.share_count) order by f.day
      ) filter (where f.day is not null), '[]') as days
      from posts p left join daily_figures f on f.brand_id = p.brand_id and f.post_id = p.id
      where p.brand_id = ${brandId} group by p.id`,
  );
  const days = new Map(figures.map((row) => [row.id, row.days]));
  const scope = brandScope(db, brandId);
  const posts = await readPostsById(scope, [...days.keys()]);
  const campaigns = await readCampaignsById(scope, [...new Set(posts.map(({ campaignId }) => campaignId))]);
  const countingOf = countingsOf(campaigns);
  return posts.map((post) => ({ post, days: days.get(post.id) ?? [], counting: countingOf(post) }));
}
