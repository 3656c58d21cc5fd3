import { describe, expect, test } from 'vitest';
import { hashtagText, hasTag } from '#domain/review/caption-tags.ts';
import { checksOf } from '#domain/review/submission-checks.ts';

const account = { platform: 'TIKTOK', username: 'ada.moss', avatarUrl: null } as const;
const media = { durationMs: 42_000, width: 720, height: 1280, hasSound: true };
const asked = { account, hashtag: '#northwind', brandTag: '@northwind' } as const;

const draft = (metadata: Parameters<typeof checksOf>[0]['metadata'], part: object = {}) =>
  checksOf({ evidenceType: 'VIDEO_WITH_CAPTION', metadata, ...asked, ...part }).map(
    ({ name, result, text }) => `${name} (${result}): ${text}`,
  );
const link = (accountChecked?: boolean) =>
  checksOf({
    evidenceType: 'PUBLISHED_VIDEO_URL',
    metadata: { caption: null, ...(accountChecked !== undefined && { accountChecked }) },
    ...asked,
  });

test('a draft is checked for length, format, sound, tags and disclosure', () => {
  expect(draft({ caption: 'Morning. #Northwind @northwind #ad', ...media })).toEqual([
    'Length (fact): 0:42',
    'Format (fact): Vertical, 720 × 1280',
    'Sound (met): Has sound',
    'Hashtag (met): #northwind is in the caption',
    'Brand tag (met): @northwind is in the caption',
    'Disclosure (met): #ad is in the caption',
  ]);
});

test('a draft shows which requirements it misses', () => {
  expect(draft({ caption: 'Morning.', ...media, width: 1920, height: 1080, hasSound: false })).toEqual([
    'Length (fact): 0:42',
    'Format (attention): Horizontal, 1920 × 1080',
    'Sound (attention): No sound',
    'Hashtag (attention): #northwind isn’t in the caption. Afield adds it to the caption that the creator copies.',
    'Brand tag (attention): @northwind isn’t in the caption. Afield adds it to the caption that the creator copies.',
    'Disclosure (fact): #ad isn’t in the caption. On TikTok, the creator is asked to turn on “Disclose commercial content” and choose “Branded content”.',
  ]);
});

test('facts missing from the response, and tags that aren’t required, are left out', () => {
  expect(draft({ caption: '#ad' }, { hashtag: null, brandTag: null })).toEqual([
    'Disclosure (met): #ad is in the caption',
  ]);
  expect(draft({ caption: null, ...media, width: 1000, height: 1080 }, { hashtag: null, brandTag: null })).toContain(
    'Format (fact): Square, 1000 × 1080',
  );
});

test('only the account of a link is checked, and only if the server reports it', () => {
  expect(link()).toEqual([]);
  expect(link(true)).toEqual([{ name: 'Account', result: 'met', text: 'The post is by @ada.moss' }]);
  expect(link(false)).toMatchObject([{ name: 'Account', result: 'attention' }]);
});

describe('a tag in a caption', () => {
  test.each([
    ['#coffee', '#coffee', true],
    ['Morning #Coffee!', '#coffee', true],
    ['#coffeeshop', '#coffee', false],
    ['#coffeeshop and #coffee.', '#coffee', true],
    ['#café', '#cafe\u0301', true],
    ['#cafés', '#café', false],
    ['mail me at ada@lumen', '@lumen', false],
    ['with @lumen.coffee', '@lumen', false],
    ['with @lumen. And more', '@lumen', true],
    ['#ads', '#ad', false],
    ['', '#ad', false],
  ])('%j has %s: %s', (caption, tag, has) => {
    expect(hasTag(caption, tag)).toBe(has);
  });

  test('has one sign, even if it was stored with it', () => {
    expect(['#a', 'a', '', null].map(hashtagText)).toEqual(['#a', '#a', null, null]);
  });
});
