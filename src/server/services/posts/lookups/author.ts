import * as v from 'valibot';
import { oembeds } from '#domain/posts/platforms.ts';
import type { PostLink } from '#domain/posts/post-link.ts';
import { authorOf } from '#domain/posts/post-link-check.ts';
import type { PlatformCall } from './platform-calls.ts';

const answerSchema = v.object({ author_url: v.pipe(v.string(), v.maxLength(500)) });
/** Ten times the size of platforms' usual responses. */
const maxBytes = 32_768;

/** Returns the account that the platform names as the post's author; null if it names none, for whatever reason. */
export async function askAuthor(call: PlatformCall, post: PostLink): Promise<string | null> {
  const { platform, url, id, isShort } = post;
  if (isShort || (platform !== 'TIKTOK' && platform !== 'YOUTUBE')) return null;
  const answer = await call(new URL(oembeds[platform](url, id)), maxBytes);
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
