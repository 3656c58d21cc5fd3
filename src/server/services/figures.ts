import { inArray, sql } from 'drizzle-orm';
import type { BrandWriter } from '../database/brand-scope.ts';
import { campaigns, dailyFigures, posts } from '../database/tables.ts';

export type NewFigure = Omit<typeof dailyFigures.$inferInsert, 'brandId' | 'revision'>;

/** 8 parameters a row, of the 65,535 that a statement can have. */
const rowsAtOnce = 4_000;

/**
 * Stores cumulative figures of days; what was stored for a day before is corrected. Days that stay as they are change
 * nothing; of a day that is given twice the last counts. Posts then show their latest day, and their campaigns are told as changed, for both show what the days sum to.
 * @returns how many days are new or corrected
 */
export async function storeFigures(writer: BrandWriter, figures: readonly NewFigure[], now: Date): Promise<number> {
  const changed: string[] = [];
  const days = [...new Map(figures.map((figure) => [`${figure.postId} ${figure.day}`, figure])).values()];
  for (let i = 0; i < days.length; i += rowsAtOnce) {
    const rows = days
      .slice(i, i + rowsAtOnce)
      .map((figure) => ({ ...figure, brandId: writer.brandId, revision: writer.revision }));
    changed.push(...(await upsert(writer, rows)));
  }
  const postIds = [...new Set(changed)];
  for (let i = 0; i < postIds.length; i += rowsAtOnce) {
    await showLatest(writer, postIds.slice(i, i + rowsAtOnce), now);
  }
  return changed.length;
}

/** The post of each row that was new or different. */
async function upsert(writer: BrandWriter, rows: (typeof dailyFigures.$inferInsert)[]): Promise<string[]> {
  const counts = ['viewCount', 'likeCount', 'commentCount', 'shareCount'] as const;
  const columns = counts.map((name) => [name, sql.identifier(snake(name))] as const);
  const excluded = columns.map(([name, column]) => [name, sql`excluded.${column}`] as const);
  const stored = columns.map(([name]) => dailyFigures[name]);
  const stale = sql`(${sql.join(stored, sql`, `)}) is distinct from (${sql.join(
    excluded.map(([, value]) => value),
    sql`, `,
  )})`;
  const written = await writer.db
    .insert(dailyFigures)
    .values(rows)
    .onConflictDoUpdate({
      target: [dailyFigures.brandId, dailyFigures.postId, dailyFigures.day],
      set: { ...Object.fromEntries(excluded), revision: writer.revision },
      setWhere: stale,
    })
    .returning({ postId: dailyFigures.postId });
  return written.map(({ postId }) => postId);
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function showLatest(writer: BrandWriter, postIds: string[], now: Date): Promise<void> {
  const latest = (column: string) => sql`(
    select f.${sql.identifier(column)} from ${dailyFigures} f
    where f.brand_id = ${posts}.brand_id and f.post_id = ${posts}.id order by f.day desc limit 1)`;
  const isOne = writer.own(posts, inArray(posts.id, postIds));
  const touched = await writer.db
    .update(posts)
    .set({
      viewCount: latest('view_count'),
      likeCount: latest('like_count'),
      commentCount: latest('comment_count'),
      shareCount: latest('share_count'),
      updatedAt: now,
      revision: writer.revision,
    })
    .where(isOne)
    .returning({ campaignId: posts.campaignId });
  const campaignIds = [...new Set(touched.map(({ campaignId }) => campaignId))];
  if (campaignIds.length === 0) return;
  await writer.db
    .update(campaigns)
    .set({ revision: writer.revision })
    .where(writer.own(campaigns, inArray(campaigns.id, campaignIds)));
}
