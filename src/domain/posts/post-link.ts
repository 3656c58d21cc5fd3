import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { parseUrl } from './parse-url.ts';
import { onPlatform, type PlatformUrl } from './platform-url.ts';
import { type PostForm, postForms, wrapperHosts, wrapperParameters } from './platforms.ts';

/** A post on a platform: the id there, and the canonical address over https without tracking parameters. */
export interface PostLink {
  platform: SocialPlatform;
  /** The post's id; for a short link the link's own, since each share of a post makes another. */
  id: string;
  url: string;
  /** The account that the link names; null where it names none. */
  account: string | null;
  /** True for a short link: only the platform knows which post it leads to. */
  isShort: boolean;
}

/** A name that a post is known by on its platform: its id, or a short link, which leads to a post whose id isn't known yet. */
export const postName = ({ id, isShort }: Pick<PostLink, 'id' | 'isShort'>): string => (isShort ? `s/${id}` : id);

/** Facebook gives a video one id, the post that shows it another, and to that post names beside its number. */
function facebookKind({ id, url }: PostLink): 'video' | 'post' | 'name' {
  if (id.startsWith('pfbid')) return 'name';
  return /\/posts\/|\/permalink\.php/.test(url) ? 'post' : 'video';
}

/** True if two links with different names may lead to one post all the same. */
export const maybeSamePost = (a: PostLink, b: PostLink): boolean =>
  a.platform === b.platform &&
  (a.isShort || b.isShort || (a.platform === 'FACEBOOK' && facebookKind(a) !== facebookKind(b)));

/** An address in an address in an address is as deep as platforms go. */
const mostWrappers = 3;

/** The address that a link carries in a parameter, as redirects of Facebook and Google do; null for none. */
function wrapped(url: URL): URL | null {
  for (const name of wrapperParameters) {
    const inner = url.searchParams.get(name) ?? '';
    // YouTube's are without an origin.
    if (/^(?:https?:\/)?\//i.test(inner)) return parseUrl(inner, url.origin);
  }
  return null;
}

/** True for an address of the web that has nothing which could lead elsewhere. */
const isPlain = ({ protocol, username, password, port }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && port === '';

/**
 * The addresses on platforms that a link leads to: its own, and those in its parameters.
 * @param link one web address
 */
export function platformUrls(link: string): PlatformUrl[] {
  const found: PlatformUrl[] = [];
  let url = parseUrl(link);
  for (let depth = 0; url !== null && isPlain(url) && depth <= mostWrappers; depth += 1) {
    const on = onPlatform(url);
    if (on !== null) found.push(on);
    else if (!wrapperHosts.test(url.hostname)) break;
    url = wrapped(url);
  }
  return found;
}

/** The post that a link leads to; null for what isn't the link of one post. Makes no request. */
export function postLink(link: string): PostLink | null {
  for (const url of platformUrls(link)) {
    const post = postAt(url);
    if (post !== null) return post;
  }
  return null;
}

/** The post at an address of a platform; null for another page. */
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

/** A short link is kept as it was given, for only its platform can open it. Hosts such as `www.vm.tiktok.com` don't exist. */
function shortAddress({ given: { hostname, pathname } }: PlatformUrl, path: string): string {
  const host = hostname.replace(/^www\.(?=[^.]+\.[^.]+\.)/, '');
  return `https://${host}/${path.replace(/^\//, '')}${pathname.endsWith('/') ? '/' : ''}`;
}
