import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { parseUrl } from './parse-url.ts';
import { profiles } from './platforms.ts';

/** A creator's name on a platform, without the `@` that some come with. */
const bareName = (username: string): string => username.replace(/^@/, '');

/** The name as it is shown, with one `@`. */
export const handleText = (username: string): string => `@${bareName(username)}`;

/** A creator's page on a platform. */
export const profileUrl = (platform: SocialPlatform, username: string): string =>
  `${profiles[platform].address}${encodeURIComponent(bareName(username))}`;

/** An address that is safe in a link: http or https, nothing that runs. Null for anything else. */
export function webUrlOf(text: string | null | undefined): string | null {
  const url = parseUrl(text ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
