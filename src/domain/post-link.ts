import { type SocialPlatform, socialPlatforms } from '#contract/campaign.ts';
import { parseUrl } from './parse-url.ts';

interface Shape {
  host: RegExp;
  /** Its group, if it has one, is the post's id. */
  path: RegExp;
  /** The query's parameter that has the id where the path has none. */
  parameter?: string;
  id?: RegExp;
  /** A short link: only the platform knows which post it leads to. */
  isShort?: true;
}

const youtube = /^(?:(?:www|m|music)\.)?youtube\.com$/;
const tiktok = /^(?:(?:www|m)\.)?tiktok\.com$/;
const facebook = /^(?:(?:www|m|web)\.)?facebook\.com$/;
const instagram = /^(?:www\.)?instagram\.com$/;
const snapchat = /^(?:www\.)?snapchat\.com$/;
const facebookId = /^\d{6,20}$/;

const shapes: Readonly<Record<SocialPlatform, readonly Shape[]>> = {
  YOUTUBE: [
    { host: youtube, path: /^\/watch\/?$/, parameter: 'v', id: /^[\w-]{11}$/ },
    { host: youtube, path: /^\/(?:shorts|live|embed)\/([\w-]{11})\/?$/ },
    { host: /^youtu\.be$/, path: /^\/([\w-]{11})\/?$/ },
  ],
  TIKTOK: [
    // Short links lead to some addresses without the account's name.
    { host: tiktok, path: /^\/@[\w.-]*\/(?:video|photo)\/(\d{15,20})\/?$/ },
    { host: tiktok, path: /^\/(?:v|(?:share\/)?video)\/(\d{15,20})(?:\.html)?\/?$/ },
    { host: tiktok, path: /^\/t\/(\w{6,16})\/?$/, isShort: true },
    { host: /^v[mt]\.tiktok\.com$/, path: /^\/(\w{6,16})\/?$/, isShort: true },
  ],
  INSTAGRAM: [
    { host: instagram, path: /^\/share\/(?:(?:p|reels?|tv)\/)?([\w-]{5,64})\/?$/, isShort: true },
    { host: instagram, path: /^\/(?!share\/)(?:[\w.]+\/)?(?:p|reels?|tv)\/([\w-]{5,64})\/?$/ },
  ],
  FACEBOOK: [
    { host: facebook, path: /^\/watch\/?$/, parameter: 'v', id: facebookId },
    { host: facebook, path: /^\/(?:[^/]+\/)?videos\/(?:[^/]+\/)?(\d{6,20})\/?$/ },
    { host: facebook, path: /^\/reel\/(\d{6,20})\/?$/ },
    { host: facebook, path: /^\/[^/]+\/posts\/(?:[^/]+\/)?(\w{6,100})\/?$/ },
    { host: facebook, path: /^\/share\/(?:[prv]\/)?(\w{6,32})\/?$/, isShort: true },
    { host: /^fb\.watch$/, path: /^\/([\w-]{6,32})\/?$/, isShort: true },
  ],
  SNAPCHAT: [
    { host: snapchat, path: /^\/(?:@[\w.-]+\/)?spotlight\/([\w-]{10,128})\/?$/ },
    { host: snapchat, path: /^\/t\/(\w{6,16})\/?$/, isShort: true },
  ],
  TWITTER: [
    {
      host: /^(?:(?:www|mobile)\.)?(?:twitter|x)\.com$/,
      path: /^\/(?:\w{1,15}|i\/web)\/status\/(\d{5,20})(?:\/(?:video|photo)\/\d)?\/?$/,
    },
    { host: /^t\.co$/, path: /^\/(\w{6,16})\/?$/, isShort: true },
  ],
};

/** A post on a platform: the id there, and its address over https without tracking parameters. */
export interface PostLink {
  platform: SocialPlatform;
  /** The post's id; for a short link the link's own, since each share of a post makes another. */
  id: string;
  url: string;
  isShort: boolean;
}

/** A name that a post is known by on its platform: its id, or a short link, which leads to a post whose id isn't known yet. */
export const postName = ({ id, isShort }: PostLink): string => (isShort ? `s/${id}` : id);

/** Facebook gives a video one id, and the post that shows it another. */
const isFacebookStory = ({ platform, url }: PostLink) => platform === 'FACEBOOK' && /\/posts\//.test(url);

/** True if two links with different names may lead to one post all the same. */
export const maybeSamePost = (a: PostLink, b: PostLink): boolean =>
  a.platform === b.platform && (a.isShort || b.isShort || isFacebookStory(a) !== isFacebookStory(b));

/** True if links of posts on a platform are on this host: the closed list on which a short link is followed. */
export const isHostOf = (platform: SocialPlatform, hostname: string): boolean =>
  shapes[platform].some(({ host }) => host.test(hostname));

/** The post that a link leads to; null for what isn't the link of one post. Makes no request. */
export function postLink(link: string): PostLink | null {
  const url = parseUrl(link);
  if (url === null) return null;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || url.port !== '') return null;
  for (const platform of socialPlatforms) {
    for (const { host, path, parameter, id: idPattern, isShort = false } of shapes[platform]) {
      const match = host.test(url.hostname) ? path.exec(url.pathname) : null;
      if (match === null) continue;
      const id = parameter === undefined ? match[1] : url.searchParams.get(parameter);
      if (!id || (idPattern !== undefined && !idPattern.test(id))) continue;
      const query = parameter === undefined ? '' : `?${parameter}=${id}`;
      return { platform, id, url: `https://${url.hostname}${url.pathname}${query}`, isShort };
    }
  }
  return null;
}
