import * as v from 'valibot';
import { type Changes, type DailyFigure, type Post, postSchema } from '#contract/calls/changes.ts';
import type { PostDays } from '#domain/figures/analytics.ts';
import { countingsOf } from '#domain/figures/baseline.ts';
import type { Period } from '#domain/time/period.ts';
import { rangeWithPrefix, type StoredPost } from '#sw/database/schema.ts';
import { type CopyRead, DamagedCopyError } from '../copy-read.ts';
import { type CopyWrite, isSame } from '../copy-write.ts';
import { cachedPosts, forgetHeld, type PackedPost } from '../records/held-figures.ts';
import type { ResponseContext } from '../response-context.ts';
import { boundaryDays, type CountedPack, isPackedDays, isSameDays, mergeDays } from './packed-days.ts';

const bucketCount = 32;

/** The bucket of a post, by FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/). */
function bucketOf(postId: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < postId.length; i += 1) hash = Math.imul(hash ^ postId.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % bucketCount;
}

interface PostChange {
  id: string;
  post?: Post;
  days?: readonly DailyFigure[];
  removed?: true;
}

interface PostChanges {
  posts: readonly Post[];
  figures: Changes['figures'];
  removedIds: readonly string[];
}

/** Stores posts with their days. Figures may arrive before their post, and stay hidden until it does. */
export async function putPosts(write: CopyWrite, { posts, figures, removedIds }: PostChanges): Promise<void> {
  const changes = new Map<number, PostChange[]>();
  const add = (change: PostChange) => {
    const ofBucket = changes.get(bucketOf(change.id));
    if (ofBucket) ofBucket.push(change);
    else changes.set(bucketOf(change.id), [change]);
  };
  for (const post of posts) add({ id: post.id, post });
  for (const { postId, days } of figures) add({ id: postId, days });
  for (const id of removedIds) add({ id, removed: true });
  await Promise.all([...changes].map(([bucket, ofBucket]) => changeBucket(write, bucket, ofBucket)));
}

async function changeBucket(write: CopyWrite, bucket: number, changes: readonly PostChange[]): Promise<void> {
  const { brandId } = write;
  const store = write.transaction.objectStore('posts');
  const row = await store.get([brandId, bucket]);
  const stored = new Map((row?.posts ?? []).map((post) => [post.id, post]));
  let isChanged = false;
  for (const change of changes) isChanged = applyChange(stored, change) || isChanged;
  if (!isChanged) return;
  write.changed(`posts ${bucket}`, 'analytics');
  forgetHeld(write.transaction.db);
  await store.put({ brandId, bucket, posts: [...stored.values()] });
}

/** True if anything changed. */
function applyChange(stored: Map<string, StoredPost>, { id, post, days, removed }: PostChange): boolean {
  if (removed) return stored.delete(id);
  const before = stored.get(id) ?? { id, post: null, days: new Float64Array(0) };
  const after = { id, post: post ?? before.post, days: days ? mergeDays(before.days, days) : before.days };
  stored.set(id, after);
  return !isSame(before.post, after.post) || !isSameDays(before.days, after.days);
}

/** Deletes all posts whose ids aren't in `kept`. */
export async function prunePosts(write: CopyWrite, kept: ReadonlySet<string>): Promise<void> {
  const rows = await write.transaction.objectStore('posts').getAll(rangeWithPrefix(write.brandId));
  const removedIds = rows.flatMap(({ posts }) => posts.flatMap(({ id }) => (kept.has(id) ? [] : [id])));
  await putPosts(write, { posts: [], figures: [], removedIds });
}

type CountedPost = PackedPost & CountedPack;

/**
 * Posts of a brand or of one campaign. Validates only the fields that sums need; use {@link parsePost} before showing a post.
 * @param campaigns all campaigns that these posts can belong to
 * @throws {DamagedCopyError}
 */
export async function readPackedPosts(
  context: ResponseContext,
  campaigns: Parameters<typeof countingsOf>[0],
  campaignId?: string,
): Promise<readonly CountedPost[]> {
  const posts = await cachedPosts(context, () => readAllPosts(context));
  const countingOf = countingsOf(campaigns);
  const some = campaignId === undefined ? posts : posts.filter(({ post }) => post.campaignId === campaignId);
  return some.map(({ post, packed }) => ({ post, packed, counting: countingOf(post) }));
}

async function readAllPosts({ transaction, brandId }: CopyRead): Promise<PackedPost[]> {
  const rows = await transaction.objectStore('posts').getAll(rangeWithPrefix(brandId));
  return rows.flatMap(({ posts }) => {
    if (!Array.isArray(posts) || !posts.every(isStoredPost)) throw new DamagedCopyError("Posts can't be read");
    return posts.flatMap(({ post, days }) => (post === null ? [] : [{ post, packed: days }]));
  });
}

/**
 * Posts as returned by {@link readPackedPosts}, with the unpacked days that determine each one's gain in the period.
 * @throws {DamagedCopyError}
 */
export async function readPosts(
  context: ResponseContext,
  { since, until }: Period,
  campaigns: Parameters<typeof countingsOf>[0],
  campaignId?: string,
): Promise<(CountedPost & PostDays)[]> {
  const deciding = boundaryDays(since, until);
  const posts = await readPackedPosts(context, campaigns, campaignId);
  return posts.map((post) => ({ ...post, days: deciding(post) }));
}

/** Checked by hand, since validating thousands of posts with a schema would take longer than summing them. */
function isStoredPost(value: unknown): value is StoredPost {
  const { post, days }: Partial<Record<keyof StoredPost, unknown>> = Object(value);
  return isPackedDays(days) && (post === null || hasSummedFields(post));
}

function hasSummedFields(post: unknown): post is Post {
  const { id, offerId, campaignId, postedAt, updatedAt }: Partial<Record<keyof Post, unknown>> = Object(post);
  return [id, offerId, campaignId, postedAt, updatedAt].every((value) => typeof value === 'string');
}

/** Validates a complete post, for display. @throws {DamagedCopyError} */
export function parsePost(post: unknown): Post {
  const parsed = v.safeParse(postSchema, post);
  if (!parsed.success) throw new DamagedCopyError("A post can't be read");
  return parsed.output;
}
