import { count, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { postNames } from '#server/database/tables/post-tables.ts';
import { creators, offers, posts } from '#server/database/tables/tables.ts';
import * as figures from '#server/services/figures/figures.ts';
import { metricColumns } from '#server/services/figures/metrics-import/rows/metric-row.ts';
import { call } from '#tests/support/calls/call.ts';
import { askChanges, revisionOf } from '#tests/support/calls/feed.ts';
import { importContent, metricsFile, type Row, row, videoUrl } from '#tests/support/calls/metrics.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;
let campaignId: string;

beforeEach(async () => {
  // Tests give their videos the same names, each for its own brand.
  await server.db.delete(postNames);
  ({ brandId, token } = await loggedIn());
  campaignId = await given.campaign(brandId, { platforms: ['YOUTUBE'] });
});

const importText = (content: string, { dryRun = false, into = campaignId } = {}) =>
  importContent(server, into, content, { dryRun });
const importRows = (rows: Row[], options?: { dryRun?: boolean; into?: string }) =>
  importText(metricsFile(rows), options);

const changes = async (cursor?: string) => (await askChanges(server, token, cursor)).data;
const offersOf = async (query = {}) => (await call(server, endpoints.listOffers, { token, query })).data.data;
const postsOf = async (since: string, until: string) =>
  (await call(server, endpoints.listCampaignPosts, { token, params: { campaignId }, query: { since, until } })).data
    .data;

/** Row counts of every table that an import writes, and the brand's revision. */
async function state() {
  const counts: (number | undefined)[] = [];
  for (const table of [creators, offers, posts, dailyFigures]) {
    const [counted] = await server.db.select({ n: count() }).from(table).where(eq(table.brandId, brandId));
    counts.push(counted?.n);
  }
  return [...counts, await revisionOf(server.db, brandId)];
}

describe('the results of a file', () => {
  test('missing creators, offers and posts are created, and every screen has the figures', async () => {
    const { cursor } = await changes();
    const report = await importRows([
      row('one', '2026-03-01', 100),
      row('one', '2026-03-03', 300),
      row('two', '2026-03-02', 50),
      row('three', '2026-03-02', 1_000, { socialUsername: 'Grace' }),
    ]);
    expect(report).toMatchObject({
      campaignName: 'Spring roast',
      brandName: 'Northwind Coffee',
      rows: 4,
      made: { creators: 2, offers: 2, posts: 3 },
      figures: { new: 4, corrected: 0, unchanged: 0 },
      refused: [],
      warnings: [],
    });

    const { data } = await call(server, endpoints.getCampaignAnalytics, {
      token,
      params: { campaignId },
      query: { since: '2026-03-02', until: '2026-03-03' },
    });
    expect(data).toMatchObject({ viewCount: 200 + 50 + 1_000, likeCount: 20 + 5 + 100, postCount: 3, offerCount: 2 });
    expect((await call(server, endpoints.getCampaign, { token, params: { campaignId } })).data.viewCount).toBe(1_350);
    expect((await postsOf('2026-03-01', '2026-03-01')).map((post) => [post.finalPostUrl, post.viewCount])).toEqual([
      [videoUrl('one'), 100],
    ]);
    const made = await offersOf({ campaignId });
    expect(
      made
        .map(({ socialAccount, currentStage, finalPostUrl }) => [
          socialAccount.username,
          currentStage.type,
          finalPostUrl,
        ])
        .sort(),
    ).toEqual([
      ['Ada', 'ONGOING', videoUrl('one')],
      ['Grace', 'ONGOING', videoUrl('three')],
    ]);

    const changed = await changes(cursor);
    expect([changed.posts.length, changed.offers.length, changed.campaigns.map(({ id }) => id)]).toEqual([
      3,
      2,
      [campaignId],
    ]);
    expect(changed.figures.flatMap(({ days }) => days.map(([day, views]) => `${day} ${views}`)).sort()).toEqual([
      '2026-03-01 100',
      '2026-03-02 1000',
      '2026-03-02 50',
      '2026-03-03 300',
    ]);
  });

  test('a second run changes nothing, and reports that', async () => {
    const rows = [row('one', '2026-03-01', 100), row('one', '2026-03-02', 90), row('two', '2026-03-02', 50)];
    const first = await importRows(rows);
    const before = await state();
    const second = await importRows(rows);
    expect(await state()).toEqual(before);
    expect(second).toEqual({
      ...first,
      figures: { new: 0, corrected: 0, unchanged: 3 },
      made: { creators: 0, offers: 0, posts: 0 },
    });
  });

  test('a dry run reports the same and changes nothing', async () => {
    const rows = [row('one', '2026-03-01', 100), row('two', '2026-03-02', 50, { forDate: 'soon' })];
    const before = await state();
    const dry = await importRows(rows, { dryRun: true });
    expect(await state()).toEqual(before);
    expect({ ...dry, dryRun: false }).toEqual(await importRows(rows));
  });

  test('columns can be in any order, and unknown ones are ignored', async () => {
    const columns = [...metricColumns].reverse();
    const text = metricsFile([row('one', '2026-03-01', 100)], columns)
      .split('\n')
      .map((line, at) => (line === '' ? '' : `${at === 0 ? 'title' : 'My video'},${line}`))
      .join('\r\n');
    const report = await importText(`\uFEFF${text}`);
    expect(report.notes).toContain('Ignored columns: "title".');
    expect(await postsOf('2026-03-01', '2026-03-01')).toMatchObject([
      {
        finalPostUrl: videoUrl('one'),
        socialUsername: 'Ada',
        viewCount: 100,
        likeCount: 10,
        commentCount: 1,
        shareCount: 0,
      },
    ]);
  });

  test('a later file adds days and corrects changed ones', async () => {
    await importRows([row('one', '2026-03-01', 100), row('one', '2026-03-02', 200)]);
    const { cursor } = await changes();
    const report = await importRows([row('one', '2026-03-02', 190), row('one', '2026-03-03', 300)]);
    expect(report.figures).toEqual({ new: 1, corrected: 1, unchanged: 0 });
    expect((await changes(cursor)).figures[0]?.days).toEqual([
      ['2026-03-02', 190, 19, 1, 0],
      ['2026-03-03', 300, 30, 1, 0],
    ]);
  });

  test('figures from before a post’s date backdate it', async () => {
    await importRows([row('one', '2026-03-05', 100)]);
    const report = await importRows([row('one', '2026-03-02', 10)]);
    expect(report.backdatedPosts).toBe(1);
    expect(await postsOf('2026-03-02', '2026-03-02')).toMatchObject([
      { postedAt: '2026-03-02T00:00:00.000Z', viewCount: 10 },
    ]);
  });
});

describe('existing records', () => {
  test('a post is the same under another link to it', async () => {
    const creatorId = await given.creator(brandId, { platform: 'YOUTUBE', username: 'ADA' });
    const offerId = await given.offer(brandId, campaignId, { creatorId, stageType: 'ONGOING' });
    const postId = await given.post(brandId, offerId, { finalPostUrl: 'https://youtu.be/one00000000?si=share' });
    const report = await importRows([row('one', '2026-03-05', 100)]);
    expect([report.made, report.warnings]).toEqual([{ creators: 0, offers: 0, posts: 0 }, []]);
    const rows = await server.db.select().from(dailyFigures).where(eq(dailyFigures.brandId, brandId));
    expect(rows.map((stored) => [stored.postId, stored.viewCount])).toEqual([[postId, 100]]);
  });

  test('a creator is matched in any case, and ongoing offers stay', async () => {
    const creatorId = await given.creator(brandId, { platform: 'YOUTUBE', username: 'ADA' });
    const early = await given.offer(brandId, campaignId, { creatorId, stageType: 'CLEARED' });
    await given.offer(brandId, campaignId, { creatorId, stageType: 'OFFERED', createdAt: new Date('2026-03-10') });
    const report = await importRows([
      row('one', '2026-03-05', 100),
      row('two', '2026-03-05', 100, { socialUsername: 'ada' }),
    ]);
    expect(report.made).toEqual({ creators: 0, offers: 0, posts: 2 });
    const stored = await server.db.select().from(posts).where(eq(posts.brandId, brandId));
    expect(stored.map(({ offerId }) => offerId)).toEqual([early, early]);
  });

  test('the same creator has an offer in each campaign, and none of another brand', async () => {
    const rows = (video: string) => [row(video, '2026-03-05', 100)];
    await importRows(rows('one'));
    const other = await given.campaign(brandId, { platforms: ['YOUTUBE'] });
    expect((await importRows(rows('two'), { into: other })).made).toEqual({ creators: 0, offers: 1, posts: 1 });
    const foreign = await given.campaign(await given.brand(), { platforms: ['YOUTUBE'] });
    expect((await importRows(rows('three'), { into: foreign })).made).toEqual({ creators: 1, offers: 1, posts: 1 });
    expect((await offersOf()).length).toBe(2);
  });

  test('a renamed creator stays the same', async () => {
    const rows = [row('one', '2026-03-05', 100), row('one', '2026-03-06', 200, { socialUsername: 'Ada TV' })];
    const report = await importRows([...rows].reverse());
    expect(report.made).toEqual({ creators: 1, offers: 1, posts: 1 });
    expect(report.warnings).toEqual([
      { line: 2, message: 'The creator of this post is "Ada", here "Ada TV". The first username was kept.' },
    ]);
  });
});

describe('bad rows', () => {
  test('are refused one by one, with line, reason and value', async () => {
    const lines = metricsFile([
      row('one', '2026-03-01', 100),
      row('#NAME?', '2026-03-01', 100),
      row('two', '100', 100),
      row('three', '2026-03-02', 100, { viewCount: 'many' }),
      row('one', '2026-03-02', 200),
    ]).replace(/\n$/, '\n"open,1\nYOUTUBE,Ada\n');
    const report = await importText(lines);
    expect(report.refused).toEqual([
      {
        line: 3,
        reason: 'finalPostUrl: This cell has a spreadsheet error.',
        value: 'https://www.youtube.com/watch?v=#NAME?00000',
      },
      { line: 4, reason: 'forDate: Expected a date as YYYY-MM-DD, such as 2026-03-10.', value: '100' },
      { line: 5, reason: 'viewCount: Expected a whole number in digits only, such as 25000.', value: 'many' },
      { line: 7, reason: 'A quote is never closed.', value: '' },
      { line: 8, reason: 'Expected 8 cells, found 2.', value: '' },
    ]);
    expect([report.rows, report.figures.new, report.refusedCount]).toEqual([7, 2, 5]);
  });

  test('for the same post and day, the later one counts', async () => {
    const report = await importRows([
      row('one', '2026-03-01', 100),
      row('one', '2026-03-01', 120),
      row('one', '2026-03-01', 110),
    ]);
    expect([report.repeated, report.figures.new]).toEqual([2, 1]);
    expect(report.warnings).toEqual([
      { line: 2, message: 'Line 3 repeats this post and day, and replaces this line.' },
      { line: 3, message: 'Line 4 repeats this post and day, and replaces this line.' },
    ]);
    expect(await postsOf('2026-03-01', '2026-03-01')).toMatchObject([{ viewCount: 110 }]);
  });

  test('decreasing figures are accepted with a warning, also against stored ones', async () => {
    const falls = async (...rows: Row[]) => (await importRows(rows)).warnings;
    expect(await falls(row('one', '2026-03-04', 100), row('one', '2026-03-01', 200))).toEqual([
      { line: 2, message: 'Counts fall from 2026-03-01 to 2026-03-04: viewCount 200 to 100, likeCount 20 to 10.' },
    ]);
    expect(await falls(row('one', '2026-03-06', 99, { likeCount: 10 }))).toEqual([
      { line: 2, message: 'Counts fall from 2026-03-04 to 2026-03-06: viewCount 100 to 99.' },
    ]);
    expect(await falls(row('one', '2026-03-05', 99, { likeCount: 11 }))).toEqual([
      { line: 2, message: 'Counts fall from 2026-03-04 to 2026-03-05: viewCount 100 to 99.' },
      { line: 2, message: 'Counts fall from 2026-03-05 to 2026-03-06: likeCount 11 to 10.' },
    ]);
    const { data } = await call(server, endpoints.getCampaignAnalytics, {
      token,
      params: { campaignId },
      query: { since: '2026-03-02', until: '2026-03-06' },
    });
    expect(data.viewCount).toBe(99 - 200);
  });

  test('blank counts are reported once, and rows of platforms outside the campaign are refused', async () => {
    const tiktok = { finalPostUrl: 'https://www.tiktok.com/@ada/video/7301234567890123456', socialPlatform: 'TIKTOK' };
    const report = await importRows([row('one', '2026-03-01', 1), row('two', '2026-03-01', 1, tiktok)]);
    expect(report.notes).toEqual(['shareCount is blank in 1 row: counted as 0.']);
    expect(report.refused).toEqual([
      { line: 3, reason: 'socialPlatform: The campaign isn’t on TIKTOK.', value: 'TIKTOK' },
    ]);
  });

  test('every row is accounted for', async () => {
    const report = await importRows([
      row('one', '2026-03-01', 1),
      row('one', '2026-03-01', 2),
      row('one', 'soon', 2),
      row('two', '2026-03-01', 2),
    ]);
    const { rows, repeated, figures: stored, refusedCount } = report;
    expect(rows).toBe(stored.new + stored.corrected + stored.unchanged + repeated + refusedCount);
  });
});

describe('an import is refused for', () => {
  const columns =
    'finalPostUrl, socialPlatform, socialUsername, forDate, viewCount, likeCount, commentCount, shareCount';
  const header = metricColumns.join(',');
  const latin1 = Buffer.from(
    `${header}\n${Object.values(row('one', '2026-03-01', 1, { socialUsername: 'Björk' })).join(',')}\n`,
    'latin1',
  );
  const utf16 = Buffer.from(`\uFEFF${metricsFile([row('one', '2026-03-01', 1)])}`, 'utf16le');
  test.each<[string, string | Uint8Array, RegExp]>([
    ['an empty file', '', /^The file is empty\. Expected a first line with these columns/],
    ['blank lines only', '\n\n , \n', /^The file is empty\./],
    [
      'no header',
      metricsFile([row('one', '2026-03-01', 1)])
        .split('\n')
        .slice(1)
        .join('\n'),
      /^The first line, “https.*”, has none of the column names\. Expected a first line with/,
    ],
    ['a missing column', header.replace(',forDate', ''), /^These columns are missing: forDate\. Expected/],
    ['a repeated column', `${header},likeCount`, /^These columns are duplicated: likeCount\. Expected/],
    [
      'another separator',
      header.replaceAll(',', '|'),
      new RegExp(`none of the column names\\. Expected .* separated by commas: ${columns}\\.$`),
    ],
    ['an open quote in the header', `"${header}\n1\n2`, /^The first line can't be read: A quote is never closed\./],
    ['Latin-1', latin1, /^Line 2 isn’t UTF-8 text\./],
    ['UTF-16 without a byte order mark', utf16.subarray(2), /It may be UTF-16 without a byte order mark/],
    ['half of a UTF-16 character', utf16.subarray(0, -1), /^The file begins as UTF-16 text, but isn’t all of it\./],
    [
      'a spreadsheet',
      Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14]),
      /^The file is a spreadsheet, not text\. Save it/,
    ],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), /^Line 1 isn’t UTF-8 text\./],
    [
      'a character cut off by the end',
      Buffer.from(`${header}\nBj\u00f6`).subarray(0, -1),
      /^Line 2 isn’t UTF-8 text\./,
    ],
    ['a file that is too long', `${header}\n${'x'.repeat(10_000)}`, /^The file is too long\. Expected at most 0.01 MB/],
  ])('%s', async (_, content, message) => {
    const before = await state();
    const imported = importContent(server, campaignId, content, {
      limits: { fileBytes: 10_000 },
      pieceBytes: 1_000_000,
    });
    await expect(imported).rejects.toThrow(message);
    await expect(imported).rejects.toHaveProperty('name', 'CommandError');
    expect(await state()).toEqual(before);
  });

  test('an unknown campaign', async () => {
    const unknown = 'cmp_01J00000000000000000000000';
    await expect(importRows([], { into: unknown })).rejects.toThrow(`There is no campaign ${unknown}.`);
  });
});

test('an import that fails midway stores nothing', async () => {
  const before = await state();
  const broken = vi.spyOn(figures, 'storeFigures').mockRejectedValueOnce(new Error('The disk is full'));
  await expect(importRows([row('one', '2026-03-01', 1)])).rejects.toThrow('The disk is full');
  broken.mockRestore();
  expect(await state()).toEqual(before);
});

test('concurrent imports both succeed, and create nothing twice', async () => {
  const files = ['one', 'two'].map((video) => [row(video, '2026-03-01', 10), row('both', '2026-03-01', 10)]);
  const reports = await Promise.all(files.map((rows) => importRows(rows)));
  expect(reports.map(({ made }) => made.posts).sort()).toEqual([1, 2]);
  expect((await state()).slice(0, 4)).toEqual([1, 1, 3, 3]);
});
