import type { PostLink } from '#domain/post-link.ts';
import { callOutbound } from '../outbound/call.ts';
import { askAuthor } from './author.ts';
import { followShortLink } from './follow.ts';
import { type Outbound, platformCalls } from './platform-calls.ts';

/** A post as far as its platform told of it. */
export interface ToldPost {
  /** In the place of a short link the post that it leads to, where the platform said which. */
  post: PostLink;
  /** The account that the platform names; null where it names none. */
  author: string | null;
  /** Why the link can't be any post's, as a sentence. */
  problem: string | null;
}

/** Asks a post's platform about it. Takes seconds at most, and never throws: what nobody tells is left open. */
export type LookUpPost = (post: PostLink) => Promise<ToldPost>;

const noPost = 'This short link doesn’t lead to a post. Open the post and copy its address.';

/** All calls about one link together take no longer: a creator waits for them. */
const usualTimeoutMs = 4_000;

/** Looks posts up at their platforms. @param outbound the guarded call, but for tests */
export function postLookups(outbound: Outbound = callOutbound, timeoutMs = usualTimeoutMs): LookUpPost {
  return async (given) => {
    const call = platformCalls(outbound, timeoutMs);
    const post = given.isShort ? await followShortLink(call, given) : given;
    if (post === 'no-post') return { post: given, author: null, problem: noPost };
    if (post === 'unknown') return { post: given, author: null, problem: null };
    return { post, author: await askAuthor(call, post), problem: null };
  };
}

/** Asks nobody: what an address says is all that is known. */
export const noLookups: LookUpPost = async (post) => ({ post, author: null, problem: null });

/** The lookups that the settings ask for. */
export const configuredLookups = ({ linkLookups }: { linkLookups: boolean }): LookUpPost =>
  linkLookups ? postLookups() : noLookups;
