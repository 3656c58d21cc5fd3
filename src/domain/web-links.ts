import type { SocialPlatform } from '#contract/campaign.ts';
import { parseUrl } from './parse-url.ts';

const profiles: Readonly<Record<SocialPlatform, string>> = {
  TIKTOK: 'https://www.tiktok.com/@',
  YOUTUBE: 'https://www.youtube.com/@',
  INSTAGRAM: 'https://www.instagram.com/',
  FACEBOOK: 'https://www.facebook.com/',
  SNAPCHAT: 'https://www.snapchat.com/add/',
  TWITTER: 'https://x.com/',
};

/** A creator's name on a platform, without the `@` that some come with. */
const bareName = (username: string): string => username.replace(/^@/, '');

/** The name as it is shown, with one `@`. */
export const handleText = (username: string): string => `@${bareName(username)}`;

/** A creator's page on a platform. */
export const profileUrl = (platform: SocialPlatform, username: string): string =>
  `${profiles[platform]}${encodeURIComponent(bareName(username))}`;

/** An address that is safe in a link: http or https, nothing that runs. Null for anything else. */
export function webUrlOf(text: string | null | undefined): string | null {
  const url = parseUrl(text ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
