import { eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import type { PostMetrics } from './post-metrics.ts';

const keyOf = (platform: string, username: string) => `${platform} ${username.toLowerCase()}`;

/** Returns a function that checks whether a post's account belongs to a blocked creator. */
export async function blockedAccounts(db: Database): Promise<(post: PostMetrics) => boolean> {
  const blocked = await db
    .select({ platform: creatorAccounts.platform, username: creatorAccounts.username })
    .from(creatorAccounts)
    .innerJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(isNotNull(creatorProfiles.blockedAt));
  const keys = new Set(blocked.map(({ platform, username }) => keyOf(platform, username)));
  return ({ link, username }) => keys.has(keyOf(link.platform, username));
}
