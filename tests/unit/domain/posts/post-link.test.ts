import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHostOf } from '#domain/posts/platform-url.ts';
import { maybeSamePost, postLink } from '#domain/posts/post-link.ts';

test.each([
  ['https://www.youtube.com/watch?v=XpVt6Z1Gjjo', 'YOUTUBE XpVt6Z1Gjjo'],
  ['https://m.youtube.com/watch?app=desktop&v=XpVt6Z1Gjjo&t=10s', 'YOUTUBE XpVt6Z1Gjjo'],
  ['https://youtu.be/XpVt6Z1Gjjo?si=abc', 'YOUTUBE XpVt6Z1Gjjo'],
  ['https://www.youtube.com/shorts/XpVt6Z1Gjjo', 'YOUTUBE XpVt6Z1Gjjo'],
  ['https://www.tiktok.com/@some.one/video/7301234567890123456?lang=en', 'TIKTOK 7301234567890123456'],
  ['https://www.tiktok.com/@/video/7301234567890123456', 'TIKTOK 7301234567890123456'],
  ['https://m.tiktok.com/v/7301234567890123456.html', 'TIKTOK 7301234567890123456'],
  ['https://www.tiktok.com/share/video/7301234567890123456', 'TIKTOK 7301234567890123456'],
  ['https://www.instagram.com/reel/C0abcDEfgh1/?igsh=x', 'INSTAGRAM C0abcDEfgh1'],
  ['https://www.instagram.com/some.one/p/C0abcDEfgh1/', 'INSTAGRAM C0abcDEfgh1'],
  ['https://www.facebook.com/watch/?v=1234567890', 'FACEBOOK 1234567890'],
  ['https://www.facebook.com/some.one/videos/1234567890/', 'FACEBOOK 1234567890'],
  ['https://x.com/someone/status/1234567890123', 'TWITTER 1234567890123'],
  ['https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPw', 'SNAPCHAT W7_EDlXWTBiXAEEniNoMPw'],
])('%s', (link, expected) => {
  const found = postLink(link);
  expect(found && `${found.platform} ${found.id}`).toBe(expected);
  expect(found?.isShort).toBe(false);
});

test.each([
  ['https://vm.tiktok.com/ZMabc123/', 'TIKTOK ZMabc123'],
  ['https://vt.tiktok.com/ZSabc123/?k=1', 'TIKTOK ZSabc123'],
  ['https://www.tiktok.com/t/ZTabc123/', 'TIKTOK ZTabc123'],
  ['https://www.instagram.com/share/reel/BA9bcDEfgh1/', 'INSTAGRAM BA9bcDEfgh1'],
  ['https://www.instagram.com/share/p/BA9bcDEfgh1', 'INSTAGRAM BA9bcDEfgh1'],
  ['https://instagram.com/share/BA9bcDEfgh1', 'INSTAGRAM BA9bcDEfgh1'],
  ['https://fb.watch/aBcDef12/', 'FACEBOOK aBcDef12'],
  ['https://www.facebook.com/share/r/1AbcDEfg/', 'FACEBOOK 1AbcDEfg'],
  ['https://www.facebook.com/share/1AbcDEfg/', 'FACEBOOK 1AbcDEfg'],
  ['https://snapchat.com/t/AbcDEfg1', 'SNAPCHAT AbcDEfg1'],
  ['https://t.co/aBcDEfg123', 'TWITTER aBcDEfg123'],
])('%s is short, so only the platform knows the post', (link, expected) => {
  const found = postLink(link);
  expect(found && `${found.platform} ${found.id}`).toBe(expected);
  expect(found?.isShort).toBe(true);
});

test.each([
  ['TIKTOK', 'vm.tiktok.com', true],
  ['TIKTOK', 'www.tiktok.com', true],
  ['TIKTOK', 'tiktok.com.evil.test', false],
  ['TIKTOK', 'www.instagram.com', false],
  ['TIKTOK', '127.0.0.1', false],
  ['TWITTER', 'x.com', true],
] as const)('a short link of %s leads to %s: %s', (platform, host, expected) => {
  expect(isHostOf(platform, host)).toBe(expected);
});

test.each([
  ['https://www.facebook.com/reel/1234567890', 'https://www.facebook.com/reel/1234567891', false],
  ['https://www.facebook.com/reel/1234567890', 'https://www.facebook.com/ada/posts/1234567891', true],
  ['https://www.facebook.com/ada/posts/pfbid02abc', 'https://www.facebook.com/ada/posts/1234567891', true],
  ['https://www.facebook.com/ada/posts/pfbid02abc', 'https://www.facebook.com/watch/?v=1234567891', true],
  ['https://www.tiktok.com/t/ZTabc123/', 'https://www.tiktok.com/@a/video/7301234567890123456', true],
  ['https://youtu.be/XpVt6Z1Gjjo', 'https://www.tiktok.com/t/ZTabc123/', false],
])('%s and %s may be the same post: %s', (one, other, expected) => {
  const [a, b] = [postLink(one), postLink(other)];
  expect(a !== null && b !== null && maybeSamePost(a, b)).toBe(expected);
});

test('the canonical URL keeps what it needs, and no tracking parameters', () => {
  expect(postLink('http://WWW.youtube.com/watch?utm_source=x&v=XpVt6Z1Gjjo#top')?.url).toBe(
    'https://www.youtube.com/watch?v=XpVt6Z1Gjjo',
  );
  expect(postLink('https://www.tiktok.com/@a/video/7301234567890123456?is_from_webapp=1')?.url).toBe(
    'https://www.tiktok.com/@a/video/7301234567890123456',
  );
});

test.each([
  '',
  'XpVt6Z1Gjjo',
  'javascript:alert(1)',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=#NAME?',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com.evil.test/watch?v=XpVt6Z1Gjjo',
  'https://evil.test/?https://www.youtube.com/watch?v=XpVt6Z1Gjjo',
  'https://user:word@www.youtube.com/watch?v=XpVt6Z1Gjjo',
  'https://www.youtube.com:8443/watch?v=XpVt6Z1Gjjo',
  'ftp://www.youtube.com/watch?v=XpVt6Z1Gjjo',
  'https://www.tiktok.com/@someone',
  'https://www.instagram.com/someone/',
])('%j isn’t a post’s link', (link) => {
  expect(postLink(link)).toBeNull();
});

test('a canonical URL parses to the same post', () => {
  const tail = fc.string({ unit: fc.constantFrom(...'abcXYZ0189_-/?=&v@.'), maxLength: 30 });
  const start = fc.constantFrom(
    'https://www.youtube.com/watch?v=',
    'https://youtu.be/',
    'https://www.tiktok.com/@a/video/7301234567890',
    'https://www.facebook.com/',
    'https://x.com/a/status/12345',
    'https://www.instagram.com/p/',
  );
  fc.assert(
    fc.property(start, tail, (from, rest) => {
      const found = postLink(from + rest);
      expect(found && postLink(found.url)).toEqual(found);
    }),
    { numRuns: 2_000 },
  );
});
