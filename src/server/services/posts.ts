import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Changes, DailyFigure, Post } from '#contract/changes.ts';
import type { BrandScope } from '../database/brand-scope.ts';
import { dailyFigures } from '../database/figure-tables.ts';
import { creators, posts } from '../database/tables.ts';
import { splitFigureId } from './feed-cursor.ts';

/** Posts with these ids that exist, by id. */
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

/** The days that the feed names, post by post. */
export async function readFiguresById(scope: BrandScope, ids: readonly string[]): Promise<Changes['figures']> {
  if (ids.length === 0) return [];
  const wanted = JSON.stringify(ids.map(splitFigureId));
  const rows = await scope.db
    .select()
    .from(dailyFigures)
    .where(
      scope.own(
        dailyFigures,
        sql`(${dailyFigures.postId}, ${dailyFigures.day}) in (
          select key."postId", key.day from jsonb_to_recordset(${wanted}::jsonb) as key("postId" text, day date))`,
      ),
    )
    .orderBy(asc(dailyFigures.postId), asc(dailyFigures.day));
  const figures = new Map<string, DailyFigure[]>();
  for (const { postId, day, viewCount, likeCount, commentCount, shareCount } of rows) {
    const days = figures.get(postId) ?? [];
    if (days.length === 0) figures.set(postId, days);
    days.push([day, viewCount, likeCount, commentCount, shareCount]);
  }
  return [...figures].map(([postId, days]) => ({ postId, days }));
}
