import { readFileSync } from 'node:fs';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { postNames } from '#server/database/tables/post-tables.ts';
import { creators, offers, posts } from '#server/database/tables/tables.ts';
import { importContent } from '#tests/support/calls/metrics.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

// Files as spreadsheets and platforms write them, each imported into a campaign with one offer.
const folder = 'tests/fixtures/metrics';
const { server, given } = await apiServer();
let brandId: string;

beforeEach(async () => {
  await server.db.delete(postNames);
  brandId = await given.brand();
});

/** Imports a file into a campaign that begins on 2026-03-01 with an offer of one creator. */
async function imported(file: string, platform: SocialPlatform = 'TIKTOK', username = 'ada.moss') {
  const campaignId = await given.campaign(brandId, { platforms: [platform] });
  const creatorId = await given.creator(brandId, { platform, username });
  await given.offer(brandId, campaignId, { creatorId, stageType: 'ONGOING' });
  return importContent(server, campaignId, readFileSync(`${folder}/${file}.csv`), { makeMissing: false });
}

/** The brand's figures per day: views, likes, comments, shares. */
const figures = async () => {
  const rows = await server.db
    .select()
    .from(dailyFigures)
    .where(eq(dailyFigures.brandId, brandId))
    .orderBy(asc(dailyFigures.day), asc(dailyFigures.viewCount));
  return rows.map((row) => [row.day, row.viewCount, row.likeCount, row.commentCount, row.shareCount].join(' '));
};
const rowsOf = async (table: typeof creators | typeof offers | typeof posts) =>
  (await server.db.select().from(table).where(eq(table.brandId, brandId))).length;

const number = 'Expected a whole number in digits only, such as 25000.';
const numberOrBlank = 'Expected a whole number in digits only, such as 25000, or a blank cell.';
const date = 'Expected a date as YYYY-MM-DD, such as 2026-03-10.';
const platform = 'Expected one of INSTAGRAM, TIKTOK, YOUTUBE, FACEBOOK, SNAPCHAT, TWITTER.';

describe.each([
  ...['plain', 'semicolons', 'tabs', 'utf-16', 'sep-line', 'header-case', 'cr-line-ends', 'trailing-commas'],
  ...['quotation-marks', 'hyperlink-formula'],
])('the file %s.csv', (file) => {
  test('has its row stored', async () => {
    const report = await imported(file);
    expect(report).toMatchObject({ rows: 1, refused: [], warnings: [], notes: [], figures: { new: 1 } });
    expect(await figures()).toEqual(['2026-03-10 25000 900 40 12']);
  });
});

test('quoted-line-break.csv: a cell of another column may have line breaks', async () => {
  expect(await imported('quoted-line-break')).toMatchObject({
    ...{ rows: 1, refused: [], notes: ['Ignored columns: "caption".'] },
  });
  expect(await figures()).toEqual(['2026-03-10 25000 900 40 12']);
});

describe('refused rows name the expected form', () => {
  test.each<[string, [line: number, reason: string, value: string][], stored: string[]]>([
    [
      'number-forms',
      [
        [2, `viewCount: ${number}`, '25,000'],
        [3, `viewCount: ${number}`, '25.000'],
        [4, `viewCount: ${number}`, '1.2K'],
        [5, `viewCount: ${number}`, '25 000'],
        [6, `viewCount: ${number}`, '25000.0'],
        [7, `viewCount: ${number}`, '١25'],
      ],
      [],
    ],
    [
      'date-forms',
      [
        '10/03/2026',
        '3/10/2026',
        '2026-03-10T00:00:00Z',
        '2026-03-10 00:00:00',
        '20260310',
        '46091',
        '10.03.2026',
        'Mar 10 2026',
        '2026-3-10',
        '2026/03/10',
      ].map((value, at) => [at + 2, `forDate: ${date}`, value]),
      [],
    ],
    [
      'dashes',
      [
        [2, `likeCount: ${numberOrBlank}`, '-'],
        [3, `likeCount: ${numberOrBlank}`, '–'],
        [4, `viewCount: ${number}`, '-'],
      ],
      [],
    ],
    [
      'total-row',
      [
        [3, `socialPlatform: ${platform}`, ''],
        [4, 'finalPostUrl: Expected the link to a post, but it’s blank.', ''],
      ],
      ['2026-03-10 25000 900 40 12'],
    ],
    [
      'platform-names',
      [
        [3, `socialPlatform: ${platform}`, 'Tik Tok'],
        [4, `socialPlatform: ${platform}`, 'YouTube Shorts'],
        [5, `socialPlatform: ${platform}`, 'X'],
      ],
      ['2026-03-10 25000 900 40 12'],
    ],
    [
      'uneven-rows',
      [
        [2, 'Expected 8 cells, found 7.', ''],
        [3, 'Expected 8 cells, found 9.', ''],
      ],
      [],
    ],
    ['tomorrow', [[2, 'forDate: Expected a date up to today, 2026-03-15 (UTC).', '2026-03-16']], []],
  ])('%s.csv', async (file, refused, stored) => {
    const report = await imported(file);
    expect(report.refused.map(({ line, reason, value }) => [line, reason, value])).toEqual(refused);
    expect(await figures()).toEqual(stored);
  });
});

test('links-without-scheme.csv: links are accepted without https://', async () => {
  expect(await imported('links-without-scheme')).toMatchObject({ refused: [], made: { posts: 2 } });
  expect(await figures()).toEqual(['2026-03-10 25000 900 40 12', '2026-03-10 25000 900 40 12']);
});

test('invisible-characters.csv: invisible characters are trimmed, and create no second creator or post', async () => {
  const { refused } = await imported('invisible-characters');
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([[4, `viewCount: ${number}`]]);
  expect(await figures()).toEqual(['2026-03-10 25000 900 40 12', '2026-03-11 25000 900 40 12']);
  expect(await Promise.all([creators, offers, posts].map(rowsOf))).toEqual([1, 1, 1]);
});

test('daily-figures.csv: decreasing figures are stored with a warning for each day', async () => {
  const { warnings, refused } = await imported('daily-figures');
  expect(refused).toEqual([]);
  expect(warnings.map(({ line, message }) => [line, message])).toEqual([
    [3, 'Counts fall from 2026-03-01 to 2026-03-02: viewCount 9000 to 3000.'],
    [4, 'Counts fall from 2026-03-02 to 2026-03-03: viewCount 3000 to 1500.'],
    [5, 'Counts fall from 2026-03-03 to 2026-03-04: viewCount 1500 to 700.'],
    [6, 'Counts fall from 2026-03-04 to 2026-03-05: viewCount 700 to 400.'],
    [7, 'Counts fall from 2026-03-05 to 2026-03-06: viewCount 400 to 300.'],
    [8, 'Counts fall from 2026-03-06 to 2026-03-07: viewCount 300 to 200.'],
  ]);
  expect(await figures()).toHaveLength(7);
});

test('short-link.csv: a short link is held back beside the post it may lead to', async () => {
  const { refused } = await imported('short-link');
  expect(refused.map(({ line }) => line)).toEqual([2]);
  expect(await figures()).toEqual(['2026-03-10 100 1 1 1']);
});

test('link-of-another-account.csv: the link of another account is refused', async () => {
  const { refused } = await imported('link-of-another-account');
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'finalPostUrl: This post is by @other.name, but the offer is for @ada.moss.'],
  ]);
  expect(await figures()).toEqual([]);
});

test('renamed-account.csv: rows under both names of an account are figures of one post', async () => {
  const [email, account] = ['ada.moss@creators.test', { platform: 'TIKTOK', username: 'ada.moss' }];
  await operate(server, 'add-creator', { email, ...account });
  // An account is known to all brands of the server.
  onTestFinished(async () => void (await server.db.delete(creatorProfiles).where(eq(creatorProfiles.email, email))));
  await operate(server, 'rename-account', { ...account, newUsername: 'ada.new' });
  const { refused } = await imported('renamed-account', 'TIKTOK', 'ada.new');
  expect(refused).toEqual([]);
  expect(await figures()).toEqual(['2026-03-10 25000 900 40 12', '2026-03-11 26000 900 40 12']);
  expect(await Promise.all([creators, offers, posts].map(rowsOf))).toEqual([1, 1, 1]);
});

test('facebook-addresses.csv: two URLs of one video are one post', async () => {
  await imported('facebook-addresses', 'FACEBOOK', 'ada');
  expect(await figures()).toEqual(['2026-03-10 1 1 1 1', '2026-03-11 2 1 1 1']);
  expect(await rowsOf(posts)).toBe(1);
});

describe('files that are refused as a whole give the reason', () => {
  test.each([
    [
      'title-first',
      /^Line 1 is “Campaign report March”, but the column names are in line 3\. Delete the lines above them\.$/,
    ],
    [
      'no-metrics',
      /^The first line, “https:\/\/studio\.youtube\.com,x”, has none of the column names\. Expected a first/,
    ],
    [
      'windows-1252',
      /^Line 2 isn’t UTF-8 text\. The file may have a Windows encoding\. Save it as comma-separated values \(CSV\) in UTF-8\.$/,
    ],
  ])('%s.csv', async (file, message) => {
    await expect(imported(file)).rejects.toThrow(message);
    expect(await figures()).toEqual([]);
  });
});
