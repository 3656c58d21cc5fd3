import type { Post } from '#contract/calls/changes.ts';
import type { ResponseContext } from '../response-context.ts';

/** Maximum count of numbers in the cached days of posts: 20 MB at 8 bytes each. */
const maxNumbers = 2_500_000;

/** A post with all its days in their stored format. */
export interface PackedPost {
  post: Post;
  packed: Float64Array;
}

/** Figures for sums, read and validated. Treat as immutable, since later responses share them. */
interface Held<Campaign> {
  cursor: string | null;
  posts?: readonly PackedPost[];
  campaigns?: readonly Campaign[];
}

/**
 * In-memory cache of figures, by connection and brand. A screen requests a period's sums four times, and reading and validating
 * all posts and campaigns each time takes several times longer than the sums. A write of either invalidates the cache inside its
 * transaction, which excludes concurrent readers. The cursor reveals another worker's writes.
 */
const cache = new WeakMap<object, Map<string, Held<unknown>>>();

function heldBy<Campaign>({ transaction, brandId, sync }: ResponseContext): Held<Campaign> {
  const brands = cache.get(transaction.db) ?? new Map<string, Held<unknown>>();
  cache.set(transaction.db, brands);
  const known = brands.get(brandId);
  if (known && known.cursor === sync.cursor) return known as Held<Campaign>;
  const begun: Held<Campaign> = { cursor: sync.cursor };
  brands.set(brandId, begun);
  return begun;
}

/** Returns the cached posts, or reads and caches them. */
export async function cachedPosts(
  context: ResponseContext,
  read: () => Promise<readonly PackedPost[]>,
): Promise<readonly PackedPost[]> {
  const { posts } = heldBy(context);
  if (posts !== undefined) return posts;
  const found = await read();
  const numbers = found.reduce((sum, { packed }) => sum + packed.length, 0);
  if (numbers <= maxNumbers) heldBy(context).posts = found;
  return found;
}

/** Returns the cached campaigns, or reads and caches them. */
export async function cachedCampaigns<Campaign>(
  context: ResponseContext,
  read: () => Promise<readonly Campaign[]>,
): Promise<readonly Campaign[]> {
  const { campaigns } = heldBy<Campaign>(context);
  if (campaigns !== undefined) return campaigns;
  const found = await read();
  heldBy<Campaign>(context).campaigns = found;
  return found;
}

/** Call this when writing posts or campaigns, after a read in that transaction. */
export const forgetHeld = (database: object): void => void cache.delete(database);
