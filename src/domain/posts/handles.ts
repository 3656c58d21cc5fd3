import type { Brand } from '#contract/brand/brand.ts';
import { visibleText } from '../shared/visible-text.ts';
import { platformNames } from './platforms.ts';
import { profileIn } from './profile-address.ts';

/** Platforms that a brand can choose, in order, with the brand's field for the handle. */
export const offeredPlatforms = [
  { platform: 'TIKTOK', label: platformNames.TIKTOK, field: 'tikTokHandle' },
  { platform: 'YOUTUBE', label: platformNames.YOUTUBE, field: 'youtubeHandle' },
  { platform: 'INSTAGRAM', label: platformNames.INSTAGRAM, field: 'instagramHandle' },
  { platform: 'FACEBOOK', label: platformNames.FACEBOOK, field: 'facebookHandle' },
] as const satisfies readonly { platform: string; label: string; field: keyof Brand }[];

export type OfferedPlatform = (typeof offeredPlatforms)[number]['platform'];

/**
 * Strips a typed handle to letters with their diacritics, digits, spaces, underscores, dots and hyphens; on YouTube also middle
 * dots. Extracts the handle from a pasted profile URL.
 */
export function stripHandle(platform: OfferedPlatform, typed: string): string {
  const name = profileIn(typed)?.handle ?? typed;
  return name.replace(platform === 'YOUTUBE' ? /[^\p{L}\p{M}\p{Nd} _.\-·]/gu : /[^\p{L}\p{M}\p{Nd} _.-]/gu, '');
}

/** The account name in typed or pasted text, without an `@`. Extracts the handle from a profile URL. */
export function accountName(typed: string): string {
  const text = visibleText(typed);
  return (profileIn(text)?.handle ?? text).replace(/^@\s*/, '');
}

/** A handle as stored: stripped and trimmed; null if empty. */
export function toStoredHandle(platform: OfferedPlatform, typed: string): string | null {
  return stripHandle(platform, typed).trim() || null;
}
