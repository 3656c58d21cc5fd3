const address =
  /(?:^|[\s@/.])(?<host>tiktok\.com|youtube\.com|youtu\.be|instagram\.com|facebook\.com|fb\.com|fb\.me)\/(?<path>[^\s?#]*)(?:\?(?<query>[^\s#]*))?/i;

/** First parts of paths behind which there is no handle: posts, short links, and YouTube's ids of channels. */
const notProfiles: Readonly<Record<string, readonly string[]>> = {
  'tiktok.com': ['t', 'v', 'video', 'share', 'discover', 'tag', 'music', 'search', 'foryou', 'explore'],
  'youtube.com': ['channel', 'watch', 'shorts', 'live', 'embed', 'playlist', 'results', 'hashtag', 'feed'],
  'instagram.com': ['p', 'reel', 'reels', 'tv', 'share', 'explore', 'accounts'],
  'facebook.com': ['watch', 'reel', 'share', 'groups', 'events', 'sharer', 'story.php', 'photo.php', 'permalink.php'],
};

/**
 * The handle in the address of a profile on TikTok, YouTube, Instagram or Facebook, with or without its scheme; empty for another
 * address there. Null for a text without one.
 */
export function handleOfProfile(text: string): string | null {
  const { host, path = '', query = '' } = address.exec(text)?.groups ?? {};
  if (host === undefined) return null;
  const parts = path.split('/').flatMap((part) => (part === '' ? [] : [decoded(part)]));
  return handleIn(host.toLowerCase().replace(/^fb\..*/, 'facebook.com'), parts, new URLSearchParams(query));
}

function handleIn(host: string, parts: readonly string[], query: URLSearchParams): string {
  const [first = '', second = ''] = parts;
  if (host === 'youtu.be' || notProfiles[host]?.includes(first.toLowerCase())) return '';
  if (host === 'youtube.com' && (first === 'c' || first === 'user')) return second;
  if (host === 'facebook.com') {
    if (first === 'profile.php') return query.get('id') ?? '';
    // Facebook opens a profile by its number, too.
    if (first === 'people' || first === 'pages') return parts.at(-1) ?? '';
  }
  if (host === 'instagram.com' && first === 'stories') return second;
  return first.replace(/^@/, '');
}

/** A part of a path without percent signs, or as it is where they are broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
