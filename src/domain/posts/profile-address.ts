import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { parseUrl } from './parse-url.ts';
import { type PlatformUrl, parsePlatformUrl } from './platform-url.ts';
import { hostsWithoutProfiles, platformDomains, profiles } from './platforms.ts';

const domains = Object.values(platformDomains).flat().join('|').replaceAll('.', '\\.');
/** A URL anywhere in a text. The `@` may come from the form, if a URL was pasted after it. */
const address = new RegExp(`(?:^|[\\s@/])((?:[\\w-]+\\.)*(?:${domains})/\\S*)`, 'i');

/** The handle in a platform URL; empty if it isn't a profile. */
export function profileAt({ platform, host, path, query }: PlatformUrl): string {
  const { path: form, others } = profiles[platform];
  if (hostsWithoutProfiles.test(host)) return '';
  if (path === 'profile.php') return query.get('id') ?? '';
  const [first = ''] = path.split('/');
  if (first.endsWith('.php') || others.includes(first.toLowerCase())) return '';
  return form.exec(path)?.groups?.handle ?? '';
}

/**
 * The handle in a profile URL, with or without a scheme; empty for another URL on a platform. Returns null if the text contains
 * no such URL.
 */
export function profileIn(text: string): { platform: SocialPlatform; handle: string } | null {
  const [, found] = address.exec(text) ?? [];
  const url = found === undefined ? null : parseUrl(`https://${found}`);
  const on = url && parsePlatformUrl(url);
  return on && { platform: on.platform, handle: profileAt(on) };
}
