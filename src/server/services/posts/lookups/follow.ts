import { parseUrl } from '#domain/posts/parse-url.ts';
import { isHostOf } from '#domain/posts/platform-url.ts';
import { type PostLink, postLink } from '#domain/posts/post-link.ts';
import type { PlatformCall } from './platform-calls.ts';

/** Maximum number of calls. Platforms redirect once, and some redirect through another of their hosts first. */
const maxCalls = 3;
const redirects: readonly number[] = [301, 302, 303, 307, 308];
/** Pages that a platform shows to untrusted clients; they reveal nothing about the post. */
const wall = /^\/(?:login|accounts|checkpoint|consent|challenge)\b/;

/**
 * Follows a short link across the platform's own hosts, one redirect at a time, without reading pages.
 * @returns the post; 'no-post' if the link definitely doesn't lead to one, 'unknown' if the platform didn't say
 */
export async function followShortLink(call: PlatformCall, short: PostLink): Promise<PostLink | 'no-post' | 'unknown'> {
  let at = new URL(short.url);
  for (let calls = 0; calls < maxCalls; calls += 1) {
    const answer = await call(at, 0);
    if (answer === null) return 'unknown';
    const { status, location } = answer;
    if (status === 404 || status === 410) return 'no-post';
    // The link ends at a page of the platform that isn't a post, such as a profile.
    if (status === 200 && calls > 0) return 'no-post';
    if (!redirects.includes(status) || location === null) return 'unknown';
    const next = parseUrl(location, at.href);
    if (next === null || !isOfPlatform(next, short)) return 'no-post';
    const post = postLink(next.href);
    if (post !== null && !post.isShort) return post;
    if (wall.test(next.pathname)) return 'unknown';
    next.protocol = 'https:';
    at = next;
  }
  return 'no-post';
}

const isOfPlatform = ({ protocol, hostname, port, username, password }: URL, { platform }: PostLink): boolean =>
  (protocol === 'https:' || protocol === 'http:') &&
  port === '' &&
  username === '' &&
  password === '' &&
  isHostOf(platform, hostname);
