import { asc, count } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database.ts';
import { sharedPosts } from '#server/database/tables/post-tables.ts';

/** Maximum number of offers named in a log entry; the table has all. */
const maxListed = 20;

/** Logs offers that have shared a post since before the registry existed. Their figures stay until the team decides. */
export async function logSharedPosts(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const [all] = await db.select({ offers: count() }).from(sharedPosts);
  if (all === undefined || all.offers === 0) return;
  const named = await db
    .select()
    .from(sharedPosts)
    .orderBy(asc(sharedPosts.platform), asc(sharedPosts.name), asc(sharedPosts.brandId), asc(sharedPosts.offerId))
    .limit(maxListed);
  log.warn(
    { offers: all.offers, sharedPosts: named.map(({ url, brandId, offerId }) => ({ url, brandId, offerId })) },
    'Posts count for more than one offer, from before posts were registered',
  );
}
