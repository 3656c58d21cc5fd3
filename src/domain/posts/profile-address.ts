import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { parseUrl } from './parse-url.ts';
import { onPlatform, type PlatformUrl } from './platform-url.ts';
import { hostsWithoutProfiles, platformDomains, profiles } from './platforms.ts';

const domains = Object.values(platformDomains).flat().join('|').replaceAll('.', '\\.');
/** An address anywhere in a text; the `@` is a form's own, in front of which an address was pasted. */
const address = new RegExp(`(?:^|[\\s@/])((?:[\\w-]+\\.)*(?:${domains})/\\S*)`, 'i');

/** The handle at an address of a platform; empty for another page than a profile. */
export function profileAt({ platform, host, path, query }: PlatformUrl): string {
  const { path: form, others } = profiles[platform];
  if (hostsWithoutProfiles.test(host)) return '';
  if (path === 'profile.php') return query.get('id') ?? '';
  const [first = ''] = path.split('/');
  if (first.endsWith('.php') || others.includes(first.toLowerCase())) return '';
  return form.exec(path)?.groups?.handle ?? '';
}

/**
 * The handle in the address of a profile, with or without its scheme; empty for another address on a platform. Null for a text
 * without one.
 */
export function profileIn(text: string): { platform: SocialPlatform; handle: string } | null {
  const [, found] = address.exec(text) ?? [];
  const url = found === undefined ? null : parseUrl(`https://${found}`);
  const on = url && onPlatform(url);
  return on && { platform: on.platform, handle: profileAt(on) };
}
