import { and, asc, eq, sql } from 'drizzle-orm';
import type { Figures } from '../../../domain/analytics.ts';
import { postLink } from '../../../domain/post-link.ts';
import type { BrandScope, BrandWriter } from '../../database/brand-scope.ts';
import { rowsOf } from '../../database/database.ts';
import { creators, posts } from '../../database/tables.ts';
import { firstDayAfter, lastDayUpTo, snapshotOn } from '../snapshot-days.ts';
import { inBatches } from './batches.ts';
import { postKeyOf } from './read-metrics.ts';

/** A post as it is stored, or is about to be. */
export interface KnownPost {
  id: string;
  username: string;
  postedAt: Date;
  /** What this import has done to it: made it, or dated it back. */
  isMade?: true;
  isBackdated?: true;
}

/** A stored day of a post; whether this import has stored it. */
export type StoredDay = Figures & { isOurs: boolean };

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
    const { id, postedAt } = post;
    if (link !== null) known.set(postKeyOf(link), { id, username, postedAt });
  }
  return known;
}

/**
 * What is stored of the given days of posts, and of the stored days beside them: what a file's days are compared with. A
 * long history costs nothing but those.
 * @returns days by the post's id
 */
export async function readStoredFigures(
  { db, brandId, revision }: BrandWriter,
  wanted: readonly { id: string; day: string }[],
): Promise<Map<string, Map<string, StoredDay>>> {
  const daysOf = new Map<string, Map<string, StoredDay>>();
  await inBatches(wanted, async (batch) => {
    const [days, day] = [sql`p.snapshot_days`, sql`given.day`];
    const rows = await rowsOf<StoredDay & { postId: string; day: string }>(
      db,
      sql`select distinct on (f.post_id, f.day) f.post_id as "postId", f.day::text as day,
          f.view_count::float8 as "viewCount", f.like_count::float8 as "likeCount",
          f.comment_count::float8 as "commentCount", f.share_count::float8 as "shareCount",
          f.revision = ${revision}::bigint as "isOurs"
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given(id text, day date)
        join ${posts} p on p.brand_id = ${brandId} and p.id = given.id
        cross join lateral (
          values (${day}), (${lastDayUpTo(days, day, '[)')}), (${firstDayAfter(days, day)})) as wanted(day)
        cross join lateral ${snapshotOn({ brandId: sql`${brandId}`, postId: sql`given.id`, day: sql`wanted.day` })} f`,
    );
    for (const { postId, day, ...figures } of rows) {
      const days = daysOf.get(postId) ?? new Map<string, StoredDay>();
      daysOf.set(postId, days.set(day, figures));
    }
  });
  return daysOf;
}
