import type { Post } from '#contract/calls/changes.ts';
import type { AnswerContext } from '../answer-context.ts';

/** Numbers of posts' days that are held at most: 20 MB. */
const mostNumbers = 2_500_000;

/** A post with all its days as they are stored. */
export interface PackedPost {
  post: Post;
  packed: Float64Array;
}

/** Figures for sums, read and validated. Treat as immutable: later answers share them. */
interface Held<Campaign> {
  cursor: string | null;
  posts?: readonly PackedPost[];
  campaigns?: readonly Campaign[];
}

/**
 * In-memory cache of figures, by connection and brand. A screen requests a period's sums four times: reading and validating all
 * posts and campaigns each time takes several times longer than the sums. A write of either invalidates the cache inside its
 * transaction, which excludes concurrent readers. The cursor reveals writes of another worker.
 */
const held = new WeakMap<object, Map<string, Held<unknown>>>();

function heldBy<Campaign>({ transaction, brandId, sync }: AnswerContext): Held<Campaign> {
  const brands = held.get(transaction.db) ?? new Map<string, Held<unknown>>();
  held.set(transaction.db, brands);
  const known = brands.get(brandId);
  if (known && known.cursor === sync.cursor) return known as Held<Campaign>;
  const begun: Held<Campaign> = { cursor: sync.cursor };
  brands.set(brandId, begun);
  return begun;
}

/** The posts that are held, or else those that are read now. */
export async function heldPosts(
  context: AnswerContext,
  read: () => Promise<readonly PackedPost[]>,
): Promise<readonly PackedPost[]> {
  const { posts } = heldBy(context);
  if (posts !== undefined) return posts;
  const found = await read();
  const numbers = found.reduce((sum, { packed }) => sum + packed.length, 0);
  if (numbers <= mostNumbers) heldBy(context).posts = found;
  return found;
}

/** The campaigns that are held, or else those that are read now. */
export async function heldCampaigns<Campaign>(
  context: AnswerContext,
  read: () => Promise<readonly Campaign[]>,
): Promise<readonly Campaign[]> {
  const { campaigns } = heldBy<Campaign>(context);
  if (campaigns !== undefined) return campaigns;
  const found = await read();
  heldBy<Campaign>(context).campaigns = found;
  return found;
}

/** To be called where posts or campaigns are written, once something was read in that transaction. */
export const forgetHeld = (database: object): void => void held.delete(database);
