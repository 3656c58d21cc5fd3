import { type SocialPlatform, socialPlatforms } from '#contract/brand/campaign.ts';
import { platformDomains } from './platforms.ts';

/** An address on a platform, in the form that the platforms' tables match. */
export interface PlatformUrl {
  platform: SocialPlatform;
  /** Without `www.`. */
  host: string;
  /** Host and path as they were given. */
  given: Pick<URL, 'hostname' | 'pathname'>;
  /** Decoded, without empty parts, and without a slash at its start. */
  path: string;
  query: URLSearchParams;
}

/** True if a host belongs to a platform: the closed list on which a short link is followed. */
export const isHostOf = (platform: SocialPlatform, hostname: string): boolean =>
  platformDomains[platform].some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));

/** A part of an address without percent signs, or as it is where they are broken. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parts of an address on a platform; null for any other. */
export function onPlatform(given: URL): PlatformUrl | null {
  const { hostname, pathname, hash, searchParams } = given;
  const platform = socialPlatforms.find((each) => isHostOf(each, hostname));
  if (platform === undefined) return null;
  // X once had its paths behind `#!`.
  const whole = hash.startsWith('#!') ? hash.slice(2) : pathname;
  const path = whole.split('/').flatMap((part) => (part === '' ? [] : [decoded(part)]));
  return { platform, host: hostname.replace(/^www\./, ''), given, path: path.join('/'), query: searchParams };
}
