import { type SocialPlatform, socialPlatforms } from '../contract/campaign.ts';
import { parseUrl } from './parse-url.ts';

interface Shape {
  host: RegExp;
  /** Its group, if it has one, is the post's id. */
  path: RegExp;
  /** The query's parameter that has the id where the path has none. */
  parameter?: string;
  id?: RegExp;
}

const youtube = /^(?:(?:www|m|music)\.)?youtube\.com$/;
const tiktok = /^(?:(?:www|m)\.)?tiktok\.com$/;
const facebook = /^(?:(?:www|m|web)\.)?facebook\.com$/;
const facebookId = /^\d{6,20}$/;

const shapes: Readonly<Record<SocialPlatform, readonly Shape[]>> = {
  YOUTUBE: [
    { host: youtube, path: /^\/watch\/?$/, parameter: 'v', id: /^[\w-]{11}$/ },
    { host: youtube, path: /^\/(?:shorts|live|embed)\/([\w-]{11})\/?$/ },
    { host: /^youtu\.be$/, path: /^\/([\w-]{11})\/?$/ },
  ],
  TIKTOK: [
    { host: tiktok, path: /^\/@[\w.-]+\/(?:video|photo)\/(\d{15,20})\/?$/ },
    { host: tiktok, path: /^\/t\/(\w{6,16})\/?$/ },
    { host: /^v[mt]\.tiktok\.com$/, path: /^\/(\w{6,16})\/?$/ },
  ],
  INSTAGRAM: [{ host: /^(?:www\.)?instagram\.com$/, path: /^\/(?:[\w.]+\/)?(?:p|reels?|tv)\/([\w-]{5,64})\/?$/ }],
  FACEBOOK: [
    { host: facebook, path: /^\/watch\/?$/, parameter: 'v', id: facebookId },
    { host: facebook, path: /^\/(?:[^/]+\/)?videos\/(?:[^/]+\/)?(\d{6,20})\/?$/ },
    { host: facebook, path: /^\/reel\/(\d{6,20})\/?$/ },
    { host: facebook, path: /^\/[^/]+\/posts\/(?:[^/]+\/)?(\w{6,100})\/?$/ },
    { host: facebook, path: /^\/share\/[prv]\/(\w{6,32})\/?$/ },
    { host: /^fb\.watch$/, path: /^\/([\w-]{6,32})\/?$/ },
  ],
  SNAPCHAT: [
    { host: /^(?:www\.)?snapchat\.com$/, path: /^\/(?:@[\w.-]+\/)?spotlight\/([\w-]{10,128})\/?$/ },
    { host: /^(?:www\.)?snapchat\.com$/, path: /^\/t\/(\w{6,16})\/?$/ },
  ],
  TWITTER: [
    {
      host: /^(?:(?:www|mobile)\.)?(?:twitter|x)\.com$/,
      path: /^\/(?:\w{1,15}|i\/web)\/status\/(\d{5,20})(?:\/(?:video|photo)\/\d)?\/?$/,
    },
  ],
};

/** A post on a platform: the id there, and its address over https without what only tracks. */
export interface PostLink {
  platform: SocialPlatform;
  id: string;
  url: string;
}

/** The post that a link leads to; null for what isn't the link of one post. Nothing is asked of the network. */
export function postLink(link: string): PostLink | null {
  const url = parseUrl(link);
  if (url === null) return null;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '' || url.port !== '') return null;
  for (const platform of socialPlatforms) {
    for (const { host, path, parameter, id: idPattern } of shapes[platform]) {
      const match = host.test(url.hostname) ? path.exec(url.pathname) : null;
      if (match === null) continue;
      const id = parameter === undefined ? match[1] : url.searchParams.get(parameter);
      if (!id || (idPattern !== undefined && !idPattern.test(id))) continue;
      const query = parameter === undefined ? '' : `?${parameter}=${id}`;
      return { platform, id, url: `https://${url.hostname}${url.pathname}${query}` };
    }
  }
  return null;
}
