import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { parseUrl } from './parse-url.ts';
import { type PlatformUrl, parsePlatformUrl } from './platform-url.ts';
import { type PostForm, postForms, wrapperHosts, wrapperParameters } from './platforms.ts';

/** A post on a platform: its id, and its canonical HTTPS URL without tracking parameters. */
export interface PostLink {
  platform: SocialPlatform;
  /** The post's id. For a short link, this is the link's own id, since each share of a post creates another. */
  id: string;
  url: string;
  /** The account named in the link; null if there is none. */
  account: string | null;
  /** True for a short link: only the platform knows which post it leads to. */
  isShort: boolean;
}

/** Identifies a post on its platform by its id, or by a short link whose post isn't known yet. */
export const postName = ({ id, isShort }: Pick<PostLink, 'id' | 'isShort'>): string => (isShort ? `s/${id}` : id);

/** Facebook assigns one id to a video and another to the post that shows it; the post also has names besides its number. */
function facebookKind({ id, url }: PostLink): 'video' | 'post' | 'name' {
  if (id.startsWith('pfbid')) return 'name';
  return /\/posts\/|\/permalink\.php/.test(url) ? 'post' : 'video';
}

/** True if two links with different names may still lead to the same post. */
export const maybeSamePost = (a: PostLink, b: PostLink): boolean =>
  a.platform === b.platform &&
  (a.isShort || b.isShort || (a.platform === 'FACEBOOK' && facebookKind(a) !== facebookKind(b)));

/** Platforms nest URLs at most this deep. */
const maxWrappers = 3;

/** The URL that a link contains in a parameter, like the redirects of Facebook and Google; null if there is none. */
function wrapped(url: URL): URL | null {
  for (const name of wrapperParameters) {
    const inner = url.searchParams.get(name) ?? '';
    // YouTube's redirects contain URLs without an origin.
    if (/^(?:https?:\/)?\//i.test(inner)) return parseUrl(inner, url.origin);
  }
  return null;
}

/** True for a web URL without credentials or a port, since those could lead elsewhere. */
const isPlain = ({ protocol, username, password, port }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && port === '';

/**
 * The platform URLs that a link leads to: its own, and those in its parameters.
 * @param link one web URL
 */
export function platformUrls(link: string): PlatformUrl[] {
  const found: PlatformUrl[] = [];
  let url = parseUrl(link);
  for (let depth = 0; url !== null && isPlain(url) && depth <= maxWrappers; depth += 1) {
    const on = parsePlatformUrl(url);
    if (on !== null) found.push(on);
    else if (!wrapperHosts.test(url.hostname)) break;
    url = wrapped(url);
  }
  return found;
}

/** The post that a link leads to; null unless it links to a single post. Makes no request. */
export function postLink(link: string): PostLink | null {
  for (const url of platformUrls(link)) {
    const post = postAt(url);
    if (post !== null) return post;
  }
  return null;
}

/** The post at a platform URL; null for any other page. */
export function postAt(url: PlatformUrl): PostLink | null {
  for (const form of postForms[url.platform]) {
    const post = postOf(form, url);
    if (post !== null) return post;
  }
  return null;
}

function postOf({ host, path, parameter, namesAccount, address }: PostForm, url: PlatformUrl): PostLink | null {
  const { platform, query } = url;
  const match = host?.test(url.host) === false ? null : path.exec(url.path);
  if (match === null) return null;
  const { owner = '', kind = '' } = match.groups ?? {};
  const id = parameter ? parameter.id.exec(query.get(parameter.name) ?? '')?.groups?.id : match.groups?.id;
  if (id === undefined) return null;
  const canonical =
    address === null ? shortAddress(url, match[0]) : address({ id, owner, kind: kind.toLowerCase(), query });
  return {
    platform,
    id,
    url: canonical,
    account: namesAccount && owner !== '' ? owner : null,
    isShort: address === null,
  };
}

/**
 * Keeps a short link as given, since only its platform can resolve it. Removes `www.`, since hosts such as `www.vm.tiktok.com`
 * don't exist.
 */
function shortAddress({ given: { hostname, pathname } }: PlatformUrl, path: string): string {
  const host = hostname.replace(/^www\.(?=[^.]+\.[^.]+\.)/, '');
  return `https://${host}/${path.replace(/^\//, '')}${pathname.endsWith('/') ? '/' : ''}`;
}
