import type { SocialPlatform } from '#contract/brand/campaign.ts';

// This is the only module with the platforms' hosts and URLs. Each table is a separate export, so a page loads only those that it
// uses.

type PerPlatform<T> = Readonly<Record<SocialPlatform, T>>;

export const platformNames: PerPlatform<string> = {
  TIKTOK: 'TikTok',
  YOUTUBE: 'YouTube',
  INSTAGRAM: 'Instagram',
  FACEBOOK: 'Facebook',
  SNAPCHAT: 'Snapchat',
  TWITTER: 'X',
};

/** Domains of each platform. A link may be on any subdomain, such as a country's, a language's or an app's. */
export const platformDomains: PerPlatform<readonly string[]> = {
  TIKTOK: ['tiktok.com', 'tiktokv.com'],
  YOUTUBE: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  INSTAGRAM: ['instagram.com', 'instagr.am'],
  FACEBOOK: ['facebook.com', 'fb.com', 'fb.me', 'fb.watch'],
  SNAPCHAT: ['snapchat.com'],
  TWITTER: ['x.com', 'twitter.com', 't.co'],
};

/** The parts of a post's link that make up its canonical URL. */
export interface LinkParts {
  id: string;
  /** The account, or else the container of the post; empty if the link includes neither. */
  owner: string;
  kind: string;
  query: URLSearchParams;
}

/** A format of post links. */
export interface PostForm {
  /** Hosts of this format, without `www.`; omitted if all of the platform's hosts use it. */
  host?: RegExp;
  /** Matches the decoded path, without empty segments or a leading slash. Its groups are named like {@link LinkParts}. */
  path: RegExp;
  /** The query parameter with the id, if the path has none, and the id's format. */
  parameter?: { name: string; id: RegExp };
  /** True if the owner in the path is the account. */
  namesAccount?: true;
  /** Builds the canonical URL, which is public; null for a short link, whose post only the platform knows. */
  address: ((parts: LinkParts) => string) | null;
}

const watch = ({ id }: LinkParts) => `https://www.youtube.com/watch?v=${id}`;
const tiktok = ({ id, owner, kind }: LinkParts) =>
  `https://www.tiktok.com/@${owner}/${kind === 'photo' ? 'photo' : 'video'}/${id}`;
const facebookReel = ({ id }: LinkParts) => `https://www.facebook.com/reel/${id}`;
const facebookVideo = ({ id, owner }: LinkParts) =>
  owner === '' ? `https://www.facebook.com/watch/?v=${id}` : `https://www.facebook.com/${owner}/videos/${id}`;
const permalink = ({ id, query }: LinkParts) =>
  `https://www.facebook.com/permalink.php?story_fbid=${id}&id=${query.get('id')?.replace(/\D/g, '') ?? ''}`;
const spotlight = ({ id, owner }: LinkParts) =>
  `https://www.snapchat.com/${owner === '' ? '' : `@${owner}/`}spotlight/${id}`;
const facebookVideoId = { name: 'v', id: /^(?<id>\d{6,20})(?!\d)/ };

/** Formats of post links; the first match wins. Anything after the id is ignored. */
export const postForms: PerPlatform<readonly PostForm[]> = {
  YOUTUBE: [
    { path: /^shorts\/(?<id>[\w-]{11})(?![\w-])/i, address: ({ id }) => `https://www.youtube.com/shorts/${id}` },
    // Studio uses `video/ID`. The two excluded names have 11 letters, like an id, but are players of playlists and channels.
    {
      path: /^(?:live|embed|v|e|video|watch)\/(?!videoseries|live_stream)(?<id>[\w-]{11})(?![\w-])/i,
      address: watch,
    },
    { path: /^watch[?&](?:.*&)?v=(?<id>[\w-]{11})(?![\w-])/i, address: watch },
    { path: /^watch$/i, parameter: { name: 'v', id: /^(?<id>[\w-]{11})(?![\w-])/ }, address: watch },
    { host: /^youtu\.be$/, path: /^(?<id>[\w-]{11})(?![\w-])/, address: watch },
  ],
  TIKTOK: [
    // Some short links lead to URLs with an empty account name.
    {
      path: /(?:^|\/)@(?<owner>[\w.-]*)\/(?<kind>video|photo)\/(?<id>\d{15,20})(?!\d)/i,
      namesAccount: true,
      address: tiktok,
    },
    {
      path: /(?:^|\/)(?:v|(?<kind>video|photo)|embed(?:\/v[12])?|player\/v1|tiktokstudio\/analytics)\/(?<id>\d{15,20})(?!\d)/i,
      address: tiktok,
    },
    { path: /(?:^|\/)t\/(?<id>\w{6,16})(?!\w)/i, address: null },
    { host: /^v[mt]\.tiktok\.com$/, path: /^(?<id>\w{6,16})(?![\w.])/, address: null },
  ],
  INSTAGRAM: [
    { path: /^share\/(?:(?:p|r|reels?|tv)\/)?(?<id>[\w-]{5,64})(?![\w-])/i, address: null },
    {
      path: /^(?:(?<owner>[\w.]+)\/)?(?<kind>p|reels?|tv)\/(?!audio(?:\/|$))(?<id>[\w-]{5,64})(?![\w-])/i,
      namesAccount: true,
      address: ({ id, owner, kind }) =>
        `https://www.instagram.com/${owner === '' ? '' : `${owner}/`}${kind.replace('reels', 'reel')}/${id}/`,
    },
  ],
  FACEBOOK: [
    { path: /(?:^|\/)reels?\/(?<id>\d{6,20})(?!\d)/i, address: facebookReel },
    { path: /^reels?$/i, parameter: facebookVideoId, address: facebookReel },
    {
      path: /^groups\/(?<owner>[\w.-]+)\/(?:posts|permalink)\/(?:[^/]+\/)?(?<id>\d{6,20}|pfbid\w{2,100})(?!\w)/i,
      address: ({ id, owner }) => `https://www.facebook.com/groups/${owner}/posts/${id}`,
    },
    // The id may be preceded by the video's title, or the number of its album.
    { path: /^(?:(?<owner>[\w.-]+)\/)?videos\/(?:[^/]+\/)?(?<id>\d{6,20})(?!\d)/i, address: facebookVideo },
    {
      path: /^(?<owner>[\w.-]+)\/posts\/(?:[^/]+\/)?(?<id>\d{6,20}|pfbid\w{2,100})(?!\w)/i,
      address: ({ id, owner }) => `https://www.facebook.com/${owner}/posts/${id}`,
    },
    {
      path: /^(?:watch(?:\/live)?|video\.php|photo\.php)$/i,
      parameter: facebookVideoId,
      address: facebookVideo,
    },
    {
      path: /^(?:permalink|story)\.php$/i,
      parameter: { name: 'story_fbid', id: /^(?<id>\d{6,20}|pfbid\w{2,100})(?!\w)/ },
      address: permalink,
    },
    { path: /^share\/(?:[prv]\/)?(?<id>\w{6,32})(?!\w)/i, address: null },
    { host: /^fb\.watch$/, path: /^(?:v\/)?(?<id>[\w-]{6,32})(?![\w-])/i, address: null },
  ],
  SNAPCHAT: [
    {
      path: /(?:^|\/)(?:@(?<owner>[\w.-]+)\/)?spotlight\/(?<id>[\w-]{10,128})(?![\w-])/i,
      namesAccount: true,
      address: spotlight,
    },
    // Spotlight ids begin like this; other snaps on this host belong to stories.
    { host: /^story\.snapchat\.com$/, path: /^[os]\/(?<id>W7_[\w-]{7,125})(?![\w-])/i, address: spotlight },
    { path: /^t\/(?<id>\w{6,16})(?!\w)/i, address: null },
    { host: /^t\.snapchat\.com$/, path: /^(?<id>\w{6,16})(?!\w)/, address: null },
  ],
  TWITTER: [
    {
      path: /(?:^|\/)(?:i\/web|i|(?<owner>\w{1,15}))\/status(?:es)?\/(?<id>\d{5,20})(?!\d)/i,
      namesAccount: true,
      address: ({ id, owner }) => `https://x.com/${owner === '' ? 'i/web' : owner}/status/${id}`,
    },
    { host: /^(?:t\.co|pic\.(?:x|twitter)\.com)$/, path: /^(?<id>\w{6,16})(?!\w)/, address: null },
  ],
};

/** Pages that users mistake for posts. */
export type OtherPage = 'profile' | 'story' | 'sound' | 'live' | 'excerpt' | 'playlist' | 'group' | 'private';

/** Sentences that identify the page and explain what to copy instead. */
export const pageTexts: Readonly<Record<OtherPage, (platform: string) => string>> = {
  profile: (name) => `This is a link to a profile. Open the post and copy its link from ${name}.`,
  story: (name) => `This is a link to a story. Open the post and copy its link from ${name}.`,
  sound: (name) => `This is a link to a sound. Open the post and copy its link from ${name}.`,
  live: (name) => `This is a link to a live page. Open the post and copy its link from ${name}.`,
  excerpt: (name) => `This is a link to a clip. Open the whole video and copy its link from ${name}.`,
  playlist: (name) => `This is a link to a playlist. Open the post and copy its link from ${name}.`,
  group: (name) => `This is a link to a group. Open the post and copy its link from ${name}.`,
  private: (name) => `Only you can open this page. Open the post and copy its link from ${name}.`,
};

/** Patterns of pages that aren't posts, for links that match no format above. Profiles are recognized by their handles. */
export const otherPages: PerPlatform<readonly { page: OtherPage; host?: RegExp; path: RegExp }[]> = {
  YOUTUBE: [
    { page: 'excerpt', path: /^clip\//i },
    { page: 'sound', path: /^source\//i },
    { page: 'live', path: /(?:^|\/)live$/i },
    { page: 'playlist', path: /^playlist/i },
    { page: 'private', host: /^studio\.youtube\.com$/, path: /^/ },
    { page: 'profile', path: /^channel\//i },
  ],
  TIKTOK: [
    { page: 'story', path: /(?:^|\/)@[^/]*\/story\//i },
    { page: 'live', path: /(?:^|\/)live(?:\/|$)/i },
    { page: 'sound', path: /(?:^|\/)music\//i },
    { page: 'playlist', path: /(?:^|\/)@[^/]*\/(?:playlist|collection)\//i },
    { page: 'private', path: /^tiktokstudio/i },
  ],
  INSTAGRAM: [
    { page: 'story', path: /^(?:stories|s)\//i },
    { page: 'sound', path: /^(?:reels?\/)?audio\//i },
    { page: 'live', path: /^[^/]+\/live(?:\/|$)/i },
    { page: 'private', path: /^(?:insights|accounts|professional_dashboard)(?:\/|$)/i },
  ],
  FACEBOOK: [
    { page: 'private', host: /^business\.facebook\.com$/, path: /^/ },
    { page: 'private', path: /^(?:professional_dashboard|insights)(?:\/|$)/i },
    { page: 'story', path: /^stories(?:\/|$)/i },
    { page: 'sound', path: /^(?:reels?\/)?audio\//i },
    { page: 'live', path: /(?:^|\/)live(?:\/|$)/i },
    { page: 'group', path: /^groups\//i },
  ],
  SNAPCHAT: [
    { page: 'story', path: /^p\//i },
    { page: 'story', host: /^story\.snapchat\.com$/, path: /^/ },
  ],
  TWITTER: [{ page: 'live', path: /^i\/(?:spaces|broadcasts)\//i }],
};

interface Profile {
  /** Prefix of a profile's URL, before the handle. */
  address: string;
  /** Matches the path of a profile. */
  path: RegExp;
  /** First path segments that aren't profiles. */
  others: readonly string[];
}

/** URLs of profiles. */
export const profiles: PerPlatform<Profile> = {
  TIKTOK: {
    address: 'https://www.tiktok.com/@',
    path: /^(?:[a-z]{2}\/(?=@))?@?(?<handle>[^/]+)/i,
    others: ['t', 'v', 'video', 'share', 'discover', 'tag', 'music', 'search', 'foryou', 'explore', 'tiktokstudio'],
  },
  YOUTUBE: {
    address: 'https://www.youtube.com/@',
    path: /^(?:c\/|user\/|@)?(?<handle>[^/]+)/i,
    others: ['channel', 'watch', 'shorts', 'live', 'embed', 'playlist', 'results', 'hashtag', 'feed', 'clip', 'source'],
  },
  INSTAGRAM: {
    address: 'https://www.instagram.com/',
    path: /^(?:stories\/)?@?(?<handle>[^/]+)/i,
    others: ['p', 'reel', 'reels', 'tv', 'share', 'explore', 'accounts', 's', 'direct', 'insights'],
  },
  FACEBOOK: {
    address: 'https://www.facebook.com/',
    // Facebook also opens a profile by its number.
    path: /^(?:(?:people|pages)\/(?:.*\/)?)?(?<handle>[^/]+)/i,
    others: ['watch', 'reel', 'reels', 'share', 'groups', 'events', 'sharer', 'stories', 'plugins', 'l.php', 'login'],
  },
  SNAPCHAT: {
    address: 'https://www.snapchat.com/add/',
    path: /^(?:add\/|@)?(?<handle>[^/]+)/i,
    others: ['spotlight', 't', 'p', 'lens', 'unlock', 'discover', 's', 'o'],
  },
  TWITTER: {
    address: 'https://x.com/',
    path: /^@?(?<handle>[^/]+)/i,
    others: ['i', 'home', 'explore', 'search', 'intent', 'share', 'hashtag', 'settings'],
  },
};

/** Hosts with only posts and short links. */
export const hostsWithoutProfiles = /(?:^|\.)(?:youtu\.be|youtube-nocookie\.com|fb\.watch|t\.co|v[mt]\.tiktok\.com)$/;

/** Links that open an app, and their web equivalents: Android's for YouTube (`vnd.youtube:ID`). */
export const appLinks = [
  { start: /^vnd\.youtube:(?:\/\/)?(?=[\w-]{11}(?![\w.-]))/i, address: 'https://youtu.be/' },
  { start: /^vnd\.youtube:\/\/(?=[\w-]+\.)/i, address: 'https://' },
] as const;

/** Other hosts whose links wrap another link in a parameter: Google search results, and links in Outlook emails. */
export const wrapperHosts = /(?:^|\.)(?:google(?:\.[a-z]{2,3}){1,2}|safelinks\.protection\.outlook\.com)$/;
/** Names of the parameters with the wrapped link. */
export const wrapperParameters = ['u', 'q', 'url', 'href', 'continue', 'next'] as const;

/** Platforms where a post may have several authors, although its link names only one. */
export const jointPlatforms: readonly SocialPlatform[] = ['INSTAGRAM', 'FACEBOOK', 'YOUTUBE'];

/**
 * oEmbed endpoints (https://oembed.com) for a post. Instagram and Facebook require a token of an app reviewed by Meta; URLs on X
 * and Snapchat usually include the account.
 */
export const oembeds = {
  // https://developers.tiktok.com/doc/embed-videos
  TIKTOK: (url: string) => `https://www.tiktok.com/oembed?url=${encodeURIComponent(url)}`,
  YOUTUBE: (_: string, id: string) =>
    `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(`https://www.youtube.com/watch?v=${id}`)}`,
} as const satisfies Partial<Record<SocialPlatform, (url: string, id: string) => string>>;

/** URL of TikTok's player for a video. */
export const tikTokPlayer = (id: string) => `https://www.tiktok.com/player/v1/${id}?autoplay=1&rel=0`;

/** Origins whose oEmbed is requested by pages themselves. */
export const pageOembedOrigins = ['https://www.tiktok.com'];

/** Origins of players that pages embed in frames. */
export const playerOrigins = ['https://www.tiktok.com', 'https://www.youtube.com', 'https://www.youtube-nocookie.com'];
