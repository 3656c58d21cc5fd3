import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Post } from '#contract/calls/changes.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { creators, posts } from '#server/database/tables/tables.ts';

/** Returns the existing posts among these ids, ordered by id. */
export async function readPostsById(scope: BrandScope, ids: readonly string[]): Promise<Post[]> {
  if (ids.length === 0) return [];
  const rows = await scope.db
    .select({ post: posts, creator: creators })
    .from(posts)
    .innerJoin(creators, and(eq(creators.brandId, posts.brandId), eq(creators.id, posts.creatorId)))
    .where(scope.own(posts, inArray(posts.id, [...ids])))
    .orderBy(asc(posts.id));
  return rows.map(({ post, creator }) => ({
    id: post.id,
    offerId: post.offerId,
    campaignId: post.campaignId,
    postedAt: post.postedAt.toISOString(),
    finalPostUrl: post.finalPostUrl,
    socialAccountId: creator.id,
    socialPlatform: creator.platform,
    socialAvatarUrl: creator.avatarUrl,
    socialUsername: creator.username,
    userFirstName: creator.firstName,
    userLastName: creator.lastName,
    updatedAt: post.updatedAt.toISOString(),
  }));
}
