import { type SocialPlatform, socialPlatforms } from '#contract/brand/campaign.ts';
import { platformDomains } from './platforms.ts';

/** A URL on a platform, in the form that the platforms' tables match. */
export interface PlatformUrl {
  platform: SocialPlatform;
  /** Without `www.`. */
  host: string;
  /** Original host and path. */
  given: Pick<URL, 'hostname' | 'pathname'>;
  /** Decoded, without empty segments or a leading slash. */
  path: string;
  query: URLSearchParams;
}

/** True if a host belongs to a platform: the allowlist for following short links. */
export const isHostOf = (platform: SocialPlatform, hostname: string): boolean =>
  platformDomains[platform].some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));

/** Percent-decodes part of a URL; returns it unchanged if malformed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parses a URL on a platform; null for any other. */
export function parsePlatformUrl(given: URL): PlatformUrl | null {
  const { hostname, pathname, hash, searchParams } = given;
  const platform = socialPlatforms.find((each) => isHostOf(each, hostname));
  if (platform === undefined) return null;
  // X formerly put its paths after `#!`.
  const whole = hash.startsWith('#!') ? hash.slice(2) : pathname;
  const path = whole.split('/').flatMap((part) => (part === '' ? [] : [decoded(part)]));
  return { platform, host: hostname.replace(/^www\./, ''), given, path: path.join('/'), query: searchParams };
}
