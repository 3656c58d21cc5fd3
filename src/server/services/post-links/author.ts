import * as v from 'valibot';
import type { SocialPlatform } from '#contract/campaign.ts';
import type { PostLink } from '#domain/post-link.ts';
import { authorOf } from '#domain/post-link-check.ts';
import type { PlatformCall } from './platform-calls.ts';

/**
 * Addresses of platforms' oEmbed (https://oembed.com). Instagram's and Facebook's need a token of an app that Meta has reviewed;
 * addresses on X and Snapchat mostly name the account.
 */
const oembeds: Partial<Record<SocialPlatform, (post: PostLink) => URL>> = {
  // https://developers.tiktok.com/doc/embed-videos
  TIKTOK: ({ url }) => new URL(`https://www.tiktok.com/oembed?url=${encodeURIComponent(url)}`),
  YOUTUBE: ({ id }) => {
    const watch = encodeURIComponent(`https://www.youtube.com/watch?v=${id}`);
    return new URL(`https://www.youtube.com/oembed?format=json&url=${watch}`);
  },
};

const answerSchema = v.object({ author_url: v.pipe(v.string(), v.maxLength(500)) });
/** Ten times what platforms answer. */
const mostBytes = 32_768;

/** The account that the platform names as the post's author; null where it names none, for whatever reason. */
export async function askAuthor(call: PlatformCall, post: PostLink): Promise<string | null> {
  const oembed = oembeds[post.platform];
  if (oembed === undefined || post.isShort) return null;
  const answer = await call(oembed(post), mostBytes);
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
