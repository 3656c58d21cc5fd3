import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { visibleText } from '../shared/visible-text.ts';
import { parseUrl } from './parse-url.ts';
import { readPasted } from './pasted-link.ts';
import { decoded, isHostOf } from './platform-url.ts';
import { jointPlatforms, pageWords, platformNames } from './platforms.ts';
import { type PostLink, postLink } from './post-link.ts';

/** An account, with the names that it had before. */
export interface Account {
  platform: SocialPlatform;
  username: string;
  formerUsernames?: readonly string[];
}

/** A name on a platform as it is compared: in NFC, without case, without an `@`. */
export const comparableName = (username: string): string => visibleText(username).replace(/^@/, '').toLowerCase();

/** True if an account has this name, or had it before. */
export const isNameOf = (name: string, { username, formerUsernames = [] }: Account): boolean =>
  [username, ...formerUsernames].some((each) => comparableName(each) === comparableName(name));

/** True if a post's address names this account; many addresses name none. */
export function namesAccount(url: string, account: Account): boolean {
  const named = postLink(url)?.account ?? null;
  return named !== null && isNameOf(named, account);
}

/**
 * The account that a platform's oEmbed names as a post's author; null where its address names none, as those of YouTube's
 * older channels.
 */
export function authorOf(platform: SocialPlatform, authorUrl: string): string | null {
  const url = parseUrl(authorUrl);
  if (url === null || !isHostOf(platform, url.hostname)) return null;
  return /^\/@([\p{L}\p{M}\p{N}_.·-]{1,100})\/?$/u.exec(decoded(url.pathname))?.[1] ?? null;
}

const named = (platform: SocialPlatform) =>
  `${/^[IX]/.test(platformNames[platform]) ? 'an' : 'a'} ${platformNames[platform]}`;

/**
 * The post of a platform that a typed or pasted text links to, or why it links to none, as a sentence. The scheme may be missing, and
 * there may be other words around the link.
 */
export function readPostLink(text: string, platform: SocialPlatform): PostLink | string {
  const name = platformNames[platform];
  const { posts, pages, isHidden } = readPasted(text);
  if (isHidden) return `This link has invisible characters in it. Copy the post’s link from ${name} again.`;
  const fitting = posts.filter((post) => post.platform === platform);
  const [post] = fitting;
  if (fitting.length > 1)
    return 'This text has links to more than one post. Paste only the link to the post for this offer.';
  if (post !== undefined) return post;
  const [page] = pages;
  // Meta's tools for Instagram are on Facebook's hosts.
  if (page?.page === 'private') return pageWords.private(name);
  const other = posts[0] ?? page;
  if (other !== undefined && other.platform !== platform) {
    return `This is ${named(other.platform)} link, but the offer is for ${name}.`;
  }
  return page?.page ? pageWords[page.page](name) : `This isn’t a link to a post. Copy the post’s link from ${name}.`;
}

/** Says that a post is another account's, as a sentence; null where it isn't known to be. */
export function otherAccount(post: PostLink, account: Account, author: string | null = null): string | null {
  const by = author ?? post.account;
  if (by === null || isNameOf(by, account)) return null;
  return `This post is by @${by}, but the offer is for @${comparableName(account.username)}.`;
}

/** True if a post that names another account may be the account's all the same, as a joint post. */
export const mayBeJoint = ({ platform }: PostLink): boolean => jointPlatforms.includes(platform);

/**
 * The post that a typed or pasted link leads to, or why it can't be this account's, as a sentence. It is the one check of a post's link,
 * wherever it comes in.
 * @param author the account that the platform names, which goes before the one in the address: platforms open some posts with any
 * account in the address
 */
export function checkPostLink(text: string, account: Account, author: string | null = null): PostLink | string {
  const post = readPostLink(text, account.platform);
  if (typeof post === 'string') return post;
  return otherAccount(post, account, author) ?? post;
}
