import * as v from 'valibot';
import { oembeds } from '#domain/posts/platforms.ts';
import type { PostLink } from '#domain/posts/post-link.ts';
import { authorOf } from '#domain/posts/post-link-check.ts';
import { callOutbound } from '#server/services/shared/outbound/call.ts';
import { followShortLink } from './follow.ts';
import { type Outbound, type PlatformCall, platformCalls } from './platform-calls.ts';

/** A post as its platform describes it. */
export interface LookedUpPost {
  /** The post. A short link is replaced by its target, if the platform returned it. */
  post: PostLink;
  /** The account that the platform names; null if it names none. */
  author: string | null;
  /** Message explaining why the link can't lead to a post; null if it may. */
  problem: string | null;
}

/**
 * Looks up a post at its platform. Takes a few seconds at most and never throws; data that the platform doesn't
 * return is left out.
 */
export type LookUpPost = (post: PostLink) => Promise<LookedUpPost>;

const noPost = 'This short link doesn’t lead to a post. Open the post and copy its link.';

/** Timeout for all calls about one link together, since a creator is waiting. */
const usualTimeoutMs = 4_000;

const answerSchema = v.object({ author_url: v.pipe(v.string(), v.maxLength(500)) });
/** Ten times the size of platforms' usual responses. */
const maxAnswerBytes = 32_768;

/** Returns the account that the platform names as the post's author; null if no author could be read. */
async function fetchAuthor(call: PlatformCall, post: PostLink): Promise<string | null> {
  const { platform, url, id, isShort } = post;
  if (isShort || (platform !== 'TIKTOK' && platform !== 'YOUTUBE')) return null;
  const answer = await call(new URL(oembeds[platform](url, id)), maxAnswerBytes);
  if (answer?.status !== 200 || answer.body === null) return null;
  const parsed = v.safeParse(answerSchema, jsonOf(answer.body));
  return parsed.success ? authorOf(post.platform, parsed.output.author_url) : null;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** Looks up posts at their platforms. @param outbound the guarded call, except in tests */
export function postLookups(outbound: Outbound = callOutbound, timeoutMs = usualTimeoutMs): LookUpPost {
  return async (given) => {
    const call = platformCalls(outbound, timeoutMs);
    const post = given.isShort ? await followShortLink(call, given) : given;
    if (post === 'no-post') return { post: given, author: null, problem: noPost };
    if (post === 'unknown') return { post: given, author: null, problem: null };
    return { post, author: await fetchAuthor(call, post), problem: null };
  };
}

/** Makes no request: uses only the data in the URL. */
export const noLookups: LookUpPost = async (post) => ({ post, author: null, problem: null });

/** Returns the lookups enabled in the settings. */
export const configuredLookups = ({ linkLookups }: { linkLookups: boolean }): LookUpPost =>
  linkLookups ? postLookups() : noLookups;
