import type { PostLink } from '#domain/posts/post-link.ts';
import { callOutbound } from '#server/services/shared/outbound/call.ts';
import { askAuthor } from './author.ts';
import { followShortLink } from './follow.ts';
import { type Outbound, platformCalls } from './platform-calls.ts';

/** A post as its platform describes it. */
export interface LookedUpPost {
  /** The post; in place of a short link the one that it leads to, if the platform said which. */
  post: PostLink;
  /** The account that the platform names; null where it names none. */
  author: string | null;
  /** Sentence that says why the link can't be a post's; null if it may be. */
  problem: string | null;
}

/** Asks a post's platform about it. Takes seconds at most, and never throws: data the platform doesn't return is left out. */
export type LookUpPost = (post: PostLink) => Promise<LookedUpPost>;

const noPost = 'This short link doesn’t lead to a post. Open the post and copy its link.';

/** Timeout of all calls about one link together: a creator waits for them. */
const usualTimeoutMs = 4_000;

/** Looks posts up at their platforms. @param outbound the guarded call, except in tests */
export function postLookups(outbound: Outbound = callOutbound, timeoutMs = usualTimeoutMs): LookUpPost {
  return async (given) => {
    const call = platformCalls(outbound, timeoutMs);
    const post = given.isShort ? await followShortLink(call, given) : given;
    if (post === 'no-post') return { post: given, author: null, problem: noPost };
    if (post === 'unknown') return { post: given, author: null, problem: null };
    return { post, author: await askAuthor(call, post), problem: null };
  };
}

/** Makes no request: uses only the data in the URL. */
export const noLookups: LookUpPost = async (post) => ({ post, author: null, problem: null });

/** The lookups that the settings ask for. */
export const configuredLookups = ({ linkLookups }: { linkLookups: boolean }): LookUpPost =>
  linkLookups ? postLookups() : noLookups;
