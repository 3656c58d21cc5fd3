import { beforeEach, describe, expect, test } from 'vitest';
import { postNames } from '#server/database/tables/post-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import type { LookedUpPost, LookUpPost } from '#server/services/posts/lookups/look-up.ts';
import { moveByLink } from '#tests/support/calls/creator-link.ts';
import { importContent, metricsFile, type Row, row } from '#tests/support/calls/metrics.ts';
import { moveNow, owingLink } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given } = await apiServer();
const post = 'https://www.tiktok.com/@ada.moss/video/7301234567890123456';
const short = 'https://vm.tiktok.com/ZMabc1234/';
let brandId: string;
let owing: Awaited<ReturnType<typeof owingLink>>;
let campaignId: string;

beforeEach(async () => {
  await server.db.delete(postNames);
  brandId = await given.brand();
  owing = await owingLink(server, brandId, 'TIKTOK', { username: 'ada.moss' });
  const all = await server.db.select().from(offers);
  campaignId = all.find(({ id }) => id === owing.offerId)?.campaignId ?? '';
});

const tiktok: Row = { socialPlatform: 'TIKTOK', socialUsername: 'ada.moss' };
type Options = NonNullable<Parameters<typeof importContent>[3]>;
const figures = (url: string, { day = '2026-03-05', ...options }: Options & { day?: string } = {}, more: Row = {}) =>
  importContent(server, campaignId, metricsFile([row('', day, 100, { ...tiktok, finalPostUrl: url, ...more })]), {
    makeMissing: false,
    ...options,
  });

/** Submits a link through each entry point. @returns the reason for a refusal, or null */
const entrances: Readonly<Record<string, (link: string) => Promise<string | null>>> = {
  'the creator’s page': async (link) =>
    (await moveByLink(server, owing.token, { move: 'submit-link', link })).error?.issues?.[0]?.message ?? null,
  'the team’s command': (link) =>
    operate(server, 'move-offer', { offerId: owing.offerId, move: 'submit-link', input: { link } }).then(
      () => null,
      (error: Error) => error.message,
    ),
  'a metrics file': async (link) => (await figures(link)).refused[0]?.reason.replace('finalPostUrl: ', '') ?? null,
};

describe.each(Object.keys(entrances))('through %s,', (entrance) => {
  test.each([
    ['without a scheme', 'tiktok.com/@ada.moss/video/7301234567890123456', null],
    ['with invisible characters at its ends', `\u200e\ufeff${post}\u200b\u00a0`, null],
    [
      'with an invisible character within',
      post.replace('moss/', 'moss/\u200b'),
      'This link has invisible characters in it. Copy the post’s link from TikTok again.',
    ],
    [
      'of another account',
      post.replace('ada.moss', 'bea.moss'),
      'This post is by @bea.moss, but the offer is for @ada.moss.',
    ],
    ['of another platform', 'https://youtu.be/abcdefghijk', 'This is a YouTube link, but the offer is for TikTok.'],
    [
      'in a text, on a country’s host',
      'Look! <https://us.tiktok.com/en/@ADA.MOSS/video/7301234567890123456?x=1>.',
      null,
    ],
    ['of a studio page', 'https://www.tiktok.com/tiktokstudio/analytics/7301234567890123456', null],
    [
      'of a profile',
      'https://www.tiktok.com/@ada.moss',
      'This is a link to a profile. Open the post and copy its link from TikTok.',
    ],
    [
      'with another one beside it',
      `${post} ${post.replace('3456', '3457')}`,
      'This text has links to more than one post. Paste only the link to the post for this offer.',
    ],
  ])('a link %s is checked by the same rules', async (_, link, refusal) => {
    expect(await entrances[entrance]?.(link)).toBe(refusal);
  });
});

test('a metrics file creates creators and offers only with makeMissing, and reports them', async () => {
  const other = post.replace('ada.moss', 'bea.moss');
  const bea = { socialUsername: 'bea.moss' };
  const report = await figures(other, {}, bea);
  expect(report).toMatchObject({ made: { creators: 0, offers: 0, posts: 0 }, figures: { new: 0 } });
  expect(report.refused[0]?.reason).toBe(
    'finalPostUrl: @bea.moss on TIKTOK has no offer in this campaign. Invite the creator, or import with --make-missing.',
  );
  expect((await figures(other, { makeMissing: true }, bea)).made).toEqual({ creators: 1, offers: 1, posts: 1 });
});

test('names in a metrics file match despite invisible characters around them or another encoding', async () => {
  await given.offer(brandId, campaignId, {
    creatorId: await given.creator(brandId, { platform: 'TIKTOK', username: 'b\u00e9a' }),
  });
  const url = 'https://www.tiktok.com/video/7301234567890123499';
  const report = await figures(url, {}, { socialUsername: '\u200ebe\u0301a\u00a0' });
  expect(report).toMatchObject({ made: { creators: 0, offers: 0, posts: 1 }, refused: [] });
  const hidden = await figures(url, {}, { socialUsername: 'ada\u200b.moss' });
  expect(hidden.refused[0]?.reason).toBe('socialUsername: Expected a name without invisible characters.');
});

test('figures of an ended offer are refused, whether or not it has the post', async () => {
  await figures(post);
  const { offerId } = owing;
  await moveNow(server, brandId, { move: 'invalidate', input: { reason: 'Removed' }, offerId, by: 'provider' });
  const ended = 'finalPostUrl: The offer of this post has ended, so it accepts no more figures. Reopen it first.';
  const another = post.replace('3456', '3457');
  for (const [url, makeMissing] of [
    [post, false],
    [another, false],
    [another, true],
  ] as const) {
    const report = await figures(url, { day: '2026-03-06', makeMissing });
    expect(report).toMatchObject({ figures: { new: 0 }, refused: [{ line: 2, reason: ended, value: url }] });
  }
});

describe('a short link in a metrics file', () => {
  const leadsTo =
    (url: string): LookUpPost =>
    async (link): Promise<LookedUpPost> => ({
      post: { platform: link.platform, id: '7301234567890123456', url, account: 'ada.moss', isShort: false },
      ...{ author: null, problem: null },
    });

  test('is resolved to its post, and is recognized later without lookups', async () => {
    expect(await figures(post)).toMatchObject({ made: { posts: 1 } });
    const followed = await figures(short, { day: '2026-03-06', lookUpPost: leadsTo(post) });
    expect(followed).toMatchObject({ made: { posts: 0 }, figures: { new: 1 }, refused: [] });
    expect(await figures(short, { day: '2026-03-07' })).toMatchObject({ made: { posts: 0 }, figures: { new: 1 } });
  });

  test('that can’t be resolved is held back', async () => {
    await figures(post);
    const report = await figures(short);
    expect(report.figures).toEqual({ new: 0, corrected: 0, unchanged: 0 });
    expect(report.refused).toEqual([
      {
        line: 2,
        reason:
          'finalPostUrl: This short link may lead to a post that already counts. Use the post’s own link, or turn on LINK_LOOKUPS.',
        value: short,
      },
    ]);
  });

  test('that was submitted counts, and the post’s own link beside it is held back', async () => {
    await moveByLink(server, owing.token, { move: 'submit-link', link: short });
    expect(await figures(short)).toMatchObject({ made: { posts: 1 }, refused: [] });
    const report = await figures(post);
    expect(report.made.posts).toBe(0);
    expect(report.refused[0]?.reason).toBe(
      `finalPostUrl: This may be the same post as ${short}, which already counts. Check the link, and use the other one if it is the same post.`,
    );
  });

  test('beside the post’s own link in one file counts once', async () => {
    const rows = [post, short].map((finalPostUrl) => row('', '2026-03-05', 100, { ...tiktok, finalPostUrl }));
    const lookUpPost = leadsTo(post);
    const report = await importContent(server, campaignId, metricsFile(rows), { makeMissing: false, lookUpPost });
    expect(report).toMatchObject({ made: { posts: 1 }, figures: { new: 1 }, repeated: 1, refused: [] });
  });
});

test('a Facebook video and the post that shows it may be the same, so the second is held back', async () => {
  const facebook = await given.campaign(brandId, { platforms: ['FACEBOOK'] });
  const some = (finalPostUrl: string): Row[] => [
    row('', '2026-03-05', 100, { socialPlatform: 'FACEBOOK', socialUsername: 'ada.moss', finalPostUrl }),
  ];
  const importInto = (url: string) => importContent(server, facebook, metricsFile(some(url)));
  expect(await importInto('https://www.facebook.com/reel/1234567890123456')).toMatchObject({ made: { posts: 1 } });
  expect(await importInto('https://www.facebook.com/reel/1234567890123457')).toMatchObject({ made: { posts: 1 } });
  const held = await importInto('https://www.facebook.com/ada.moss/posts/pfbid02abcDEF123456789');
  expect(held).toMatchObject({ made: { posts: 0 }, refusedCount: 1 });
});
