import { expect, test } from 'vitest';
import { authorOf, checkPostLink } from '#domain/posts/post-link-check.ts';

test.each([
  ['YOUTUBE', 'https://www.youtube.com/@bea.moss', 'bea.moss'],
  ['YOUTUBE', 'https://www.youtube.com/@b%C3%A9a%C2%B7moss', 'béa·moss'],
  ['YOUTUBE', 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv', null],
  ['YOUTUBE', 'https://www.youtube.com/@%E0%A4%A', null],
  ['YOUTUBE', 'https://www.youtube.com/@bea%0Amoss', null],
  ['YOUTUBE', `https://www.youtube.com/@${'b'.repeat(101)}`, null],
  ['YOUTUBE', 'https://www.tiktok.com/@bea.moss', null],
  ['TIKTOK', 'https://www.tiktok.com/@bea.moss', 'bea.moss'],
  ['TIKTOK', 'https://www.tiktok.com/@', null],
  ['TIKTOK', 'no address', null],
] as const)('the author of a post on %s, whose platform reports %s, is %s', (platform, address, expected) => {
  expect(authorOf(platform, address)).toBe(expected);
});

const tiktok = { platform: 'TIKTOK', username: '@Bea.Moss' } as const;
const post = 'https://www.tiktok.com/@bea.moss/video/7301234567890123456';

test('the platform’s author takes precedence over the one in the URL', () => {
  expect(checkPostLink(post, tiktok)).toMatchObject({ id: '7301234567890123456' });
  expect(checkPostLink(post, tiktok, 'bea.moss')).toMatchObject({ id: '7301234567890123456' });
  expect(checkPostLink(post, tiktok, 'cee.moss')).toBe('This post is by @cee.moss, but the offer is for @bea.moss.');
});

test.each([
  ['the same letters in another encoding', 'be\u0301a', 'b\u00e9a', true],
  ['another case', 'BEA', 'bea', true],
  ['another name', 'bea', 'be', false],
])('an author is compared with an account that has %s', (_, author, username, isSame) => {
  const link = 'https://www.youtube.com/shorts/abcdefghijk';
  expect(typeof checkPostLink(link, { platform: 'YOUTUBE', username }, author) === 'object').toBe(isSame);
});

test('an account is also recognized by its former names', () => {
  const renamed = { platform: 'TIKTOK', username: 'bea.new', formerUsernames: ['Bea.Moss'] } as const;
  expect(checkPostLink(post, renamed)).toMatchObject({ account: 'bea.moss' });
  expect(checkPostLink(post, renamed, 'bea.moss')).toMatchObject({ account: 'bea.moss' });
  expect(checkPostLink(post, renamed, 'cee.moss')).toBe('This post is by @cee.moss, but the offer is for @bea.new.');
});

test('Instagram’s share links contain no author', () => {
  const link = 'https://www.instagram.com/share/reel/BA9bcDEfgh1/';
  expect(checkPostLink(link, { platform: 'INSTAGRAM', username: 'bea' })).toMatchObject({ isShort: true });
});
