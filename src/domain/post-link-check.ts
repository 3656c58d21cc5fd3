import type { SocialPlatform } from '#contract/campaign.ts';
import { parseUrl } from './parse-url.ts';
import { isHostOf, type PostLink, postLink } from './post-link.ts';
import { hasInvisible, visibleText } from './visible-text.ts';
import { storedAddress } from './web-address.ts';

interface Account {
  platform: SocialPlatform;
  username: string;
}

export const platformNames: Readonly<Record<SocialPlatform, string>> = {
  TIKTOK: 'TikTok',
  YOUTUBE: 'YouTube',
  INSTAGRAM: 'Instagram',
  FACEBOOK: 'Facebook',
  SNAPCHAT: 'Snapchat',
  TWITTER: 'X',
};

/** Addresses that name the account; those of reels, Shorts and short links don't. */
const handlePaths: Partial<Record<SocialPlatform, RegExp>> = {
  TIKTOK: /^\/@([\w.-]+)\/(?:video|photo)\//,
  INSTAGRAM: /^\/(?!share\/)([\w.]+)\/(?:p|reels?|tv)\//,
  SNAPCHAT: /^\/@([\w.-]+)\/spotlight\//,
  TWITTER: /^\/(?!i\/)(\w{1,15})\/status\//,
};

/** True if the address of a post tells that it is by this account; many addresses don't tell. */
export function namesAccount(url: string, { platform, username }: Account): boolean {
  const named = handlePaths[platform]?.exec(parseUrl(url)?.pathname ?? '')?.[1];
  return named !== undefined && bare(named) === bare(username);
}

const bare = (username: string) => visibleText(username).replace(/^@/, '').toLowerCase();

/**
 * The account that a platform's oEmbed names as a post's author; null where its address names none, as those of YouTube's
 * older channels.
 */
export function authorOf(platform: SocialPlatform, authorUrl: string): string | null {
  const url = parseUrl(authorUrl);
  if (url === null || !isHostOf(platform, url.hostname)) return null;
  try {
    return /^\/@([\p{L}\p{M}\p{N}_.·-]{1,100})\/?$/u.exec(decodeURIComponent(url.pathname))?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * The post that a typed or pasted link leads to, or why it can't be this account's, as a sentence. It is the one check of a post's link,
 * wherever it comes in; the scheme may be missing.
 * @param author the account that the platform names, which goes before the one in the address: platforms open some posts with any
 * account in the address
 */
export function checkPostLink(
  link: string,
  { platform, username }: Account,
  author: string | null = null,
): PostLink | string {
  const name = platformNames[platform];
  const text = visibleText(link);
  if (hasInvisible(text)) return `This link has invisible characters in it. Copy the post’s link from ${name} again.`;
  const post = postLink(storedAddress(text) ?? '');
  if (post === null) return `This isn’t a link to a post. Copy the post’s link from ${name}.`;
  if (post.platform !== platform)
    return `This is a ${platformNames[post.platform]} link, but the offer is for ${name}.`;
  const named = author ?? handlePaths[platform]?.exec(new URL(post.url).pathname)?.[1];
  if (named !== undefined && bare(named) !== bare(username)) {
    return `This post is by @${named}, but the offer is for @${bare(username)}.`;
  }
  return post;
}
