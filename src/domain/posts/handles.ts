import type { Brand } from '#contract/brand/brand.ts';
import { visibleText } from '../shared/visible-text.ts';
import { platformNames } from './platforms.ts';
import { profileIn } from './profile-address.ts';

/** Platforms that a brand can choose, in their order, with the field of the brand that holds the handle there. */
export const offeredPlatforms = [
  { platform: 'TIKTOK', label: platformNames.TIKTOK, field: 'tikTokHandle' },
  { platform: 'YOUTUBE', label: platformNames.YOUTUBE, field: 'youtubeHandle' },
  { platform: 'INSTAGRAM', label: platformNames.INSTAGRAM, field: 'instagramHandle' },
  { platform: 'FACEBOOK', label: platformNames.FACEBOOK, field: 'facebookHandle' },
] as const satisfies readonly { platform: string; label: string; field: keyof Brand }[];

export type OfferedPlatform = (typeof offeredPlatforms)[number]['platform'];

/**
 * Strips a typed handle to letters with their marks, digits, spaces, underscore, dot and hyphen, on YouTube the middle dot too. Of a
 * pasted address of a profile, the handle in it is kept.
 */
export function strippedHandle(platform: OfferedPlatform, typed: string): string {
  const name = profileIn(typed)?.handle ?? typed;
  return name.replace(platform === 'YOUTUBE' ? /[^\p{L}\p{M}\p{Nd} _.\-·]/gu : /[^\p{L}\p{M}\p{Nd} _.-]/gu, '');
}

/** The name of an account that was typed or pasted, without an `@`: of a profile's address the handle in it. */
export function accountName(typed: string): string {
  const text = visibleText(typed);
  return (profileIn(text)?.handle ?? text).replace(/^@\s*/, '');
}

/** A handle as it is stored: stripped and trimmed, null for nothing. */
export function storedHandle(platform: OfferedPlatform, typed: string): string | null {
  return strippedHandle(platform, typed).trim() || null;
}
