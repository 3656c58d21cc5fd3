import { sql } from 'drizzle-orm';
import type { BrandWriter } from '../database/brand-scope.ts';
import { rowsOf } from '../database/database.ts';
import { campaigns, dailyFigures, posts } from '../database/tables.ts';

export type NewFigure = Omit<typeof dailyFigures.$inferInsert, 'brandId' | 'revision'>;

/** As many as one statement takes without holding up the embedded database, which blocks its process, for long. */
const rowsAtOnce = 2_000;

/**
 * Stores cumulative figures of days; what was stored for a day before is corrected. Days that stay as they are change
 * nothing; of a day that is given twice the last counts. Posts then show their latest day, and their campaigns are told as changed, for both show what the days sum to.
 * @returns how many days are new or corrected
 */
export async function storeFigures(writer: BrandWriter, figures: readonly NewFigure[], now: Date): Promise<number> {
  const changed: string[] = [];
  const days = [...new Map(figures.map((figure) => [`${figure.postId} ${figure.day}`, figure])).values()];
  for (let i = 0; i < days.length; i += rowsAtOnce) {
    changed.push(...(await upsert(writer, days.slice(i, i + rowsAtOnce))));
  }
  const postIds = [...new Set(changed)];
  for (let i = 0; i < postIds.length; i += rowsAtOnce) {
    await showLatest(writer, postIds.slice(i, i + rowsAtOnce), now);
  }
  return changed.length;
}

/** The post of each row that was new or different. The rows go as one parameter: thousands take longer than the storing. */
async function upsert({ db, brandId, revision }: BrandWriter, rows: readonly NewFigure[]): Promise<string[]> {
  const written = await rowsOf<{ postId: string }>(
    db,
    sql`insert into ${dailyFigures} as stored
        (brand_id, post_id, day, view_count, like_count, comment_count, share_count, revision)
      select ${brandId}, "postId", day, "viewCount", "likeCount", "commentCount", "shareCount", ${revision}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("postId" text, day date, "viewCount" bigint,
        "likeCount" bigint, "commentCount" bigint, "shareCount" bigint)
      on conflict (brand_id, post_id, day) do update set view_count = excluded.view_count,
        like_count = excluded.like_count, comment_count = excluded.comment_count,
        share_count = excluded.share_count, revision = excluded.revision
      where (stored.view_count, stored.like_count, stored.comment_count, stored.share_count) is distinct from
        (excluded.view_count, excluded.like_count, excluded.comment_count, excluded.share_count)
      returning post_id as "postId"`,
  );
  return written.map(({ postId }) => postId);
}

/** Posts that this transaction has brought up to date already are left as they are: writing one touches six indexes. */
async function showLatest({ db, brandId, revision }: BrandWriter, postIds: string[], now: Date): Promise<void> {
  const ids = sql`(select jsonb_array_elements_text(${JSON.stringify(postIds)}::jsonb))`;
  await db.execute(sql`
    update ${posts} set view_count = latest.view_count, like_count = latest.like_count,
      comment_count = latest.comment_count, share_count = latest.share_count,
      updated_at = ${now.toISOString()}::timestamptz, revision = ${revision}::bigint
    from (
      select distinct on (f.post_id) f.* from ${dailyFigures} f
      where f.brand_id = ${brandId} and f.post_id in ${ids} order by f.post_id, f.day desc
    ) latest
    where ${posts.brandId} = ${brandId} and ${posts.id} = latest.post_id and (
      ${posts.revision}, ${posts.viewCount}, ${posts.likeCount}, ${posts.commentCount}, ${posts.shareCount}
    ) is distinct from (
      ${revision}::bigint, latest.view_count, latest.like_count, latest.comment_count, latest.share_count
    )`);
  await db.execute(sql`
    update ${campaigns} set revision = ${revision}::bigint
    where ${campaigns.brandId} = ${brandId} and ${campaigns.revision} <> ${revision}::bigint and ${campaigns.id} in (
      select p.campaign_id from ${posts} p where p.brand_id = ${brandId} and p.id in ${ids})`);
}
