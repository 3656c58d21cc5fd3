import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Figures } from '../../../domain/analytics.ts';
import { postLink } from '../../../domain/post-link.ts';
import type { BrandScope } from '../../database/brand-scope.ts';
import { dailyFigures } from '../../database/figure-tables.ts';
import { creators, posts } from '../../database/tables.ts';
import { inBatches } from './batches.ts';
import { postKeyOf } from './read-metrics.ts';

/** A post as it is stored, or is about to be. */
export interface KnownPost {
  id: string;
  creatorId: string;
  username: string;
  postedAt: Date;
  /** By day. */
  figures: Map<string, Figures>;
}

/** The campaign's posts by their key; one whose address is no link that can be read is known by nothing. */
export async function readKnownPosts(scope: BrandScope, campaignId: string): Promise<Map<string, KnownPost>> {
  const rows = await scope.db
    .select({ post: posts, username: creators.username })
    .from(posts)
    .innerJoin(creators, and(eq(creators.brandId, posts.brandId), eq(creators.id, posts.creatorId)))
    .where(scope.own(posts, eq(posts.campaignId, campaignId)))
    .orderBy(asc(posts.id));
  const known = new Map<string, KnownPost>();
  for (const { post, username } of rows) {
    const link = postLink(post.finalPostUrl);
    const { id, creatorId, postedAt } = post;
    if (link !== null) known.set(postKeyOf(link), { id, creatorId, username, postedAt, figures: new Map() });
  }
  return known;
}

/** Fills in what is stored of each post's days. */
export async function readStoredFigures(scope: BrandScope, known: readonly KnownPost[]): Promise<void> {
  await inBatches(known, async (batch) => {
    const postOf = new Map(batch.map((post) => [post.id, post]));
    const rows = await scope.db
      .select()
      .from(dailyFigures)
      .where(scope.own(dailyFigures, inArray(dailyFigures.postId, [...postOf.keys()])));
    for (const { postId, day, viewCount, likeCount, commentCount, shareCount } of rows) {
      postOf.get(postId)?.figures.set(day, { viewCount, likeCount, commentCount, shareCount });
    }
  });
}
