import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { pageTexts, platformNames } from '#domain/posts/platforms.ts';
import { postLink, postName } from '#domain/posts/post-link.ts';
import { readPostLink } from '#domain/posts/post-link-check.ts';

/** Reads text pasted for an offer on a platform. @returns the post's name, or the error message */
function read(platform: SocialPlatform, pasted: string): string {
  const found = readPostLink(pasted, platform);
  return typeof found === 'string' ? found : `${found.platform} ${postName(found)}`;
}

/** Links as people paste them: the offer's platform, the post (or the other kind of page), and the pasted text. */
const pasted = readFileSync(new URL('../../../fixtures/pasted-post-links.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('\t') as [SocialPlatform, string, string]);

const pages: Readonly<Record<string, keyof typeof pageTexts>> = {
  ...{ 'a story': 'story', 'a sound': 'sound', 'a live page': 'live', 'a clip': 'excerpt', private: 'private' },
};

test.each(pasted)('on %s, %s is read from "%s"', (platform, right, text) => {
  const page = pages[right];
  expect(read(platform, text)).toBe(page === undefined ? right : pageTexts[page](platformNames[platform]));
});

test('a post has one canonical URL, whichever of its links was pasted', () => {
  const addresses = pasted.flatMap(([platform, , text]) => {
    const found = readPostLink(text, platform);
    return typeof found === 'string' || found.isShort ? [] : [found];
  });
  for (const post of addresses) expect(postLink(post.url)).toEqual(post);
  expect([...new Set(addresses.filter(({ platform }) => platform === 'YOUTUBE').map(({ url }) => url))].sort()).toEqual(
    ['https://www.youtube.com/shorts/XpVt6Z1Gjjo', 'https://www.youtube.com/watch?v=XpVt6Z1Gjjo'],
  );
});

describe('text around a link', () => {
  test.each([
    ['TIKTOK', 'Check this out!\nhttps://vm.tiktok.com/ZMabc1234/\n#fyp', 'TIKTOK s/ZMabc1234'],
    ['TIKTOK', '看这个视频https://vm.tiktok.com/ZMabc1234/ 复制此链接', 'TIKTOK s/ZMabc1234'],
    [
      'TIKTOK',
      'https://vm.tiktok.com/ZMabc1234/ This post is shared via TikTok Lite. Download it: https://www.tiktok.com/tiktoklite',
      'TIKTOK s/ZMabc1234',
    ],
    ['YOUTUBE', '[my video](https://youtu.be/XpVt6Z1Gjjo), enjoy', 'YOUTUBE XpVt6Z1Gjjo'],
    ['YOUTUBE', 'Link:https://youtu.be/XpVt6Z1Gjjo…', 'YOUTUBE XpVt6Z1Gjjo'],
    ['YOUTUBE', 'my one is at youtu.be/XpVt6Z1Gjjo!', 'YOUTUBE XpVt6Z1Gjjo'],
    [
      'YOUTUBE',
      'https://youtu.be/XpVt6Z1Gjjo and again https://www.youtube.com/watch?v=XpVt6Z1Gjjo',
      'YOUTUBE XpVt6Z1Gjjo',
    ],
    [
      'INSTAGRAM',
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.instagram.com%2Freel%2FC0abcDEfgh1%2F&data=05',
      'INSTAGRAM C0abcDEfgh1',
    ],
  ] as const)('on %s: %j', (platform, text, right) => {
    expect(read(platform, text)).toBe(right);
  });

  test('with two posts is refused', () => {
    const words = 'This text has links to more than one post. Paste only the link to the post for this offer.';
    const two = 'https://youtu.be/XpVt6Z1Gjjo https://youtu.be/XpVt6Z1Gjjp';
    expect(read('YOUTUBE', two)).toBe(words);
    expect(read('YOUTUBE', two.replace(' ', ','))).toBe(words);
    expect(read('YOUTUBE', two.replace(' ', ''))).toBe(words);
  });
});

test.each([
  ['TIKTOK', 'https://www.tiktok.com/@some.one', 'profile'],
  ['TIKTOK', 'https://www.tiktok.com/@some.one?lang=en', 'profile'],
  ['TIKTOK', 'https://www.tiktok.com/music/original-sound-7301234567890123456', 'sound'],
  ['TIKTOK', 'https://www.tiktok.com/tiktokstudio/content', 'private'],
  ['INSTAGRAM', 'instagram.com/some.one/reels/', 'profile'],
  ['INSTAGRAM', 'https://www.instagram.com/some.one/live/', 'live'],
  ['YOUTUBE', 'https://www.youtube.com/@someone/shorts', 'profile'],
  ['YOUTUBE', 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv', 'profile'],
  ['YOUTUBE', 'https://www.youtube.com/@someone/live', 'live'],
  ['YOUTUBE', 'https://www.youtube.com/playlist?list=PL1', 'playlist'],
  ['YOUTUBE', 'https://studio.youtube.com/channel/UCabcdefghijklmnopqrstuv', 'private'],
  ['FACEBOOK', 'https://www.facebook.com/profile.php?id=100012345678901', 'profile'],
  ['FACEBOOK', 'https://www.facebook.com/stories/1234567890/abc', 'story'],
  ['FACEBOOK', 'https://www.facebook.com/groups/a.group', 'group'],
  ['SNAPCHAT', 'https://www.snapchat.com/add/some.one', 'profile'],
  ['TWITTER', 'https://x.com/i/spaces/1abcdefghij', 'live'],
  ['TWITTER', 'https://x.com/some_one', 'profile'],
] as const)('on %s, %s is recognized as another kind of page: %s', (platform, text, page) => {
  expect(read(platform, text)).toBe(pageTexts[page](platformNames[platform]));
});

test.each([
  ['TIKTOK', 'https://www.instagram.com/some.one/', 'This is an Instagram link, but the offer is for TikTok.'],
  ['YOUTUBE', 'https://x.com/some_one/status/1234567890123', 'This is an X link, but the offer is for YouTube.'],
  ['YOUTUBE', 'my video', 'This isn’t a link to a post. Copy the post’s link from YouTube.'],
  [
    'YOUTUBE',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'This isn’t a link to a post. Copy the post’s link from YouTube.',
  ],
  [
    'YOUTUBE',
    'https://youtu.be/XpVt6\u200bZ1Gjjo',
    'This link has invisible characters in it. Copy the post’s link from YouTube again.',
  ],
] as const)('on %s, %j is refused: %s', (platform, text, words) => {
  expect(read(platform, text)).toBe(words);
});
