import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { parseUrl } from './parse-url.ts';
import { profiles } from './platforms.ts';

/** A creator's name on a platform, without the `@` that some include. */
const bareName = (username: string): string => username.replace(/^@/, '');

/** The name for display, with one `@`. */
export const handleText = (username: string): string => `@${bareName(username)}`;

/** URL of a creator's profile on a platform. */
export const profileUrl = (platform: SocialPlatform, username: string): string =>
  `${profiles[platform].address}${encodeURIComponent(bareName(username))}`;

/**
 * A URL that is safe to use in a link: http or https only, since other schemes could run code. Returns null for anything else.
 */
export function webUrlOf(text: string | null | undefined): string | null {
  const url = parseUrl(text ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
