import { sql } from 'drizzle-orm';
import { postLink, postName } from '#domain/posts/post-link.ts';
import type { Database } from '#server/database/database.ts';
import { postNames } from '#server/database/tables/post-tables.ts';

/**
 * Registers posts of rows that were inserted without a move. If several rows have the same post, the first one
 * counts. Unreadable links are left out.
 */
export async function registerStoredPosts(
  db: Database,
  stored: readonly { brandId: string; offerId: string; url: string | null | undefined; at: Date }[],
): Promise<void> {
  const rows = stored.flatMap(({ brandId, offerId, url, at }) => {
    const link = postLink(url ?? '');
    return link === null
      ? []
      : [{ platform: link.platform, name: postName(link), url: link.url, brandId, offerId, at }];
  });
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into ${postNames} (platform, name, post, url, brand_id, offer_id, created_at)
    select platform, name, name, url, "brandId", "offerId", at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as stored(platform text, name text, url text, "brandId" text, "offerId" text, at timestamptz)
    on conflict do nothing`);
}
