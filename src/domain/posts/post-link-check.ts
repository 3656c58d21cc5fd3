import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { visibleText } from '../shared/visible-text.ts';
import { parseUrl } from './parse-url.ts';
import { parsePastedLinks } from './pasted-link.ts';
import { decoded, isHostOf } from './platform-url.ts';
import { jointPlatforms, pageTexts, platformNames } from './platforms.ts';
import { type PostLink, postLink } from './post-link.ts';

/** An account and its former names. */
export interface Account {
  platform: SocialPlatform;
  username: string;
  formerUsernames?: readonly string[];
}

/** Normalizes an account's name for comparison: NFC, lower case, without an `@`. */
export const comparableName = (username: string): string => visibleText(username).replace(/^@/, '').toLowerCase();

/** True if the account has or had this name. */
export const isNameOf = (name: string, { username, formerUsernames = [] }: Account): boolean =>
  [username, ...formerUsernames].some((each) => comparableName(each) === comparableName(name));

/** True if a post's URL names this account; many URLs name none. */
export function namesAccount(url: string, account: Account): boolean {
  const named = postLink(url)?.account ?? null;
  return named !== null && isNameOf(named, account);
}

/**
 * The account that a platform's oEmbed reports as a post's author; null if the author's URL names none, like those of older
 * YouTube channels.
 */
export function authorOf(platform: SocialPlatform, authorUrl: string): string | null {
  const url = parseUrl(authorUrl);
  if (url === null || !isHostOf(platform, url.hostname)) return null;
  return /^\/@([\p{L}\p{M}\p{N}_.·-]{1,100})\/?$/u.exec(decoded(url.pathname))?.[1] ?? null;
}

const named = (platform: SocialPlatform) =>
  `${/^[IX]/.test(platformNames[platform]) ? 'an' : 'a'} ${platformNames[platform]}`;

/**
 * The post that typed or pasted text links to, or an error message. The scheme may be missing, and the link may be surrounded by
 * other text.
 */
export function readPostLink(text: string, platform: SocialPlatform): PostLink | string {
  const name = platformNames[platform];
  const { posts, pages, isHidden } = parsePastedLinks(text);
  if (isHidden) return `This link has invisible characters in it. Copy the post’s link from ${name} again.`;
  const fitting = posts.filter((post) => post.platform === platform);
  const [post] = fitting;
  if (fitting.length > 1)
    return 'This text has links to more than one post. Paste only the link to the post for this offer.';
  if (post !== undefined) return post;
  const [page] = pages;
  // Meta's tools for Instagram are on Facebook's hosts.
  if (page?.page === 'private') return pageTexts.private(name);
  const other = posts[0] ?? page;
  if (other !== undefined && other.platform !== platform) {
    return `This is ${named(other.platform)} link, but the offer is for ${name}.`;
  }
  return page?.page ? pageTexts[page.page](name) : `This isn’t a link to a post. Copy the post’s link from ${name}.`;
}

/** Error message if a post is known to be another account's; otherwise null. */
export function otherAccount(post: PostLink, account: Account, author: string | null = null): string | null {
  const by = author ?? post.account;
  if (by === null || isNameOf(by, account)) return null;
  return `This post is by @${by}, but the offer is for @${comparableName(account.username)}.`;
}

/** True if a post that names another account may still be this account's, as a joint post. */
export const mayBeJoint = ({ platform }: PostLink): boolean => jointPlatforms.includes(platform);

/**
 * The post that a typed or pasted link leads to, or an error message if it can't be this account's. All code paths check post
 * links here.
 * @param author the account reported by the platform. It takes precedence over the URL, since platforms open some posts with any
 * account in the URL
 */
export function checkPostLink(text: string, account: Account, author: string | null = null): PostLink | string {
  const post = readPostLink(text, account.platform);
  if (typeof post === 'string') return post;
  return otherAccount(post, account, author) ?? post;
}
