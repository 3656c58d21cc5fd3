import { createReadStream, existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { analyticsCsvColumns, analyticsCsvLines, analyticsCsvStart } from '#domain/figures/analytics-csv.ts';
import { importMetrics } from '#server/services/figures/metrics-import/import-metrics.ts';
import type { ImportReport } from '#server/services/figures/metrics-import/report.ts';
import { noLookups } from '#server/services/posts/lookups/look-up.ts';
import { call } from '#tests/support/calls/call.ts';
import { gained, gainedByDay, postsIn, readPlainly, totalsOn } from '#tests/support/calls/plain-metrics.ts';
import { readStrictCsv } from '#tests/support/money/strict-csv.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';

// Real figures with the errors of real exports, whose totals are verified here by an independent count.
const file = '../shared/data/video-metrics-us-2017.csv';

describe.skipIf(!existsSync(file))(`7,998 rows of 2017 (skipped where ${file} is missing)`, () => {
  let server: TestServer;
  let brandId: string;
  let campaignId: string;
  let token: string;
  let report: ImportReport;
  const plain = existsSync(file) ? readPlainly(file) : { good: [], bad: [] };
  /** The budget is reached before the figures end. */
  const budgetCents = 700_000_000;
  const cpmCents = 500;
  const run = () =>
    importMetrics(
      { db: server.db, now: server.clock.now, lookUpPost: noLookups },
      { campaignId, dryRun: false, makeMissing: true },
      createReadStream(file),
    );

  beforeAll(async () => {
    server = await startTestServer();
    const given = world(server.db);
    brandId = await given.brand();
    campaignId = await given.campaign(brandId, {
      name: 'Videos, "2017"',
      platforms: ['YOUTUBE'],
      workerStartDate: new Date('2017-09-13'),
      workerEndDate: new Date('2017-10-13'),
      workerCpmCents: cpmCents,
      workerBudgetCents: budgetCents,
    });
    token = (await server.sessionOf(brandId)).accessToken;
    report = await run();
  });
  afterAll(() => server?.close());

  test('the report counts rows', () => {
    const { rows, repeated, figures, made, backdatedPosts, refused, notes } = report;
    expect({ rows, repeated, figures, made, backdatedPosts, refused: refused.length, notes }).toEqual({
      rows: 7_998,
      repeated: 5,
      figures: { new: 7_886, corrected: 0, unchanged: 0 },
      made: { creators: 1_216, offers: 1_216, posts: 2_334 },
      backdatedPosts: 0,
      refused: 107,
      notes: ['shareCount is blank in 7891 rows: counted as 0.'],
    });
    expect(refused.map(({ line }) => line)).toEqual(plain.bad);
    const reasons = refused.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'finalPostUrl: This cell has a spreadsheet error.').length).toBe(101);
    expect(
      reasons.filter((reason) => reason === 'forDate: Expected a date as YYYY-MM-DD, such as 2026-03-10.').length,
    ).toBe(6);
  });

  test('the report counts warnings', () => {
    const messages = report.warnings.map(({ message }) => message);
    const starting = (start: string) => messages.filter((message) => message.startsWith(start)).length;
    expect([starting('Counts fall from'), starting('Line'), starting('The creator'), messages.length]).toEqual([
      1_059, 5, 3, 1_067,
    ]);
  });

  describe.each([
    ['2017-09-13', '2017-10-22'],
    ['2017-10-01', '2017-10-09'],
    ['2017-10-09', '2017-10-09'],
    ['2017-10-23', '2017-10-25'],
  ])('from %s to %s', (since, until) => {
    const query = { timePeriodType: 'range', since, until } as const;
    const expected = () => postsIn(plain.good, since, until);

    /** All posts from this page on, as an export reads them. */
    async function postsFrom(page: number): Promise<PostAnalytics[]> {
      const { data } = await call(server, endpoints.listCampaignPosts, {
        token,
        params: { campaignId },
        query: { ...query, page: String(page), pageSize: '100' },
      });
      const { nextPage } = data.pagination;
      return nextPage === null ? data.data : [...data.data, ...(await postsFrom(nextPage))];
    }
    let rows: PostAnalytics[];
    beforeAll(async () => {
      rows = await postsFrom(1);
    });

    test('tiles show the totals of the campaign and of the brand', async () => {
      const spentUpTo = (day: string) =>
        Math.min(budgetCents, Math.floor((totalsOn(plain.good, day)[0] * cpmCents) / 1000));
      const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
      const [views, likes, comments] = gained(plain.good, since, until);
      const lastDay = until < '2017-10-12' ? until : '2017-10-12';
      const covered = Math.max(0, (Date.parse(lastDay) - Date.parse(since)) / 86_400_000 + 1);
      const posts = [...expected().values()];
      const figures = {
        ...{ viewCount: views, likeCount: likes, commentCount: comments, shareCount: 0 },
        postCount: posts.length,
        offerCount: new Set(posts.map(({ name }) => name)).size,
        cpmCentsTotal: cpmCents,
        calculatedCpmCentsTotal: views > 0 ? Math.round(((spentUpTo(until) - spentUpTo(dayBefore)) / views) * 1000) : 0,
        proratedBudgetCentsTotal: Math.floor((budgetCents * covered) / 30),
      };
      const { data } = await call(server, endpoints.getCampaignAnalytics, { token, params: { campaignId }, query });
      expect(data).toMatchObject(figures);
      const ofBrand = await call(server, endpoints.getBrandAnalytics, { token, params: { brandId }, query });
      expect(ofBrand.data).toMatchObject(figures);
    });

    test('the chart shows each day’s gains', async () => {
      const days = gainedByDay(plain.good, since, until).map((each) => [...each, 0]);
      const { data } = await call(server, endpoints.getCampaignDays, { token, params: { campaignId }, query });
      expect(data.days).toEqual(days);
      expect((await call(server, endpoints.getBrandDays, { token, params: { brandId }, query })).data.days).toEqual(
        days,
      );
    });

    test('the table shows each video with its gains, last posted first', async () => {
      const posts = expected();
      expect(rows.length).toBe(posts.size);
      for (const row of rows) {
        const { url, name, firstDay, lastDay, counts } = posts.get(row.finalPostUrl) ?? { counts: [] };
        expect([row.finalPostUrl, row.socialUsername, row.postedAt.slice(0, 10), row.forDate]).toEqual([
          ...[url, name, firstDay, lastDay],
        ]);
        expect([row.viewCount, row.likeCount, row.commentCount, row.shareCount]).toEqual([...counts, 0]);
      }
      const posted = rows.map(({ postedAt }) => postedAt);
      expect(posted).toEqual(posted.toSorted().reverse());
    });

    test('the export contains the same for every video', async () => {
      const text = analyticsCsvStart() + analyticsCsvLines(rows);
      expect(text[0]).toBe('\uFEFF');
      const [columns = [], ...lines] = readStrictCsv(text.slice(1));
      expect([columns.length, columns]).toEqual([17, [...analyticsCsvColumns]]);
      const cell = (row: string[], column: string) => row[columns.indexOf(column)];
      const posts = expected();
      expect(new Set(lines.map((row) => cell(row, 'finalPostUrl'))).size).toBe(posts.size);
      expect(lines.length).toBe(posts.size);
      for (const row of lines) {
        const { name, lastDay, counts = [] } = posts.get(cell(row, 'finalPostUrl') ?? '') ?? {};
        expect(['socialUsername', 'forDate', 'campaignName'].map((column) => cell(row, column))).toEqual([
          ...[name, lastDay, 'Videos, "2017"'],
        ]);
        expect(row.slice(13)).toEqual([...counts, 0].map(String));
      }
    });
  });

  test('the campaign’s card shows its total views', async () => {
    const { data } = await call(server, endpoints.getCampaign, { token, params: { campaignId } });
    expect(data.viewCount).toBe(2_174_688_032);
    expect(totalsOn(plain.good, '2017-12-31')).toEqual([2_174_688_032, 74_533_128, 9_216_950]);
  });

  test('phones receive all of it through the feed', async () => {
    let cursor: string | undefined;
    const received = { offers: 0, posts: 0, days: 0 };
    for (let more = true; more; ) {
      const { data } = await call(server, endpoints.getChanges, {
        token,
        query: cursor === undefined ? {} : { cursor },
      });
      received.offers += data.offers.length;
      received.posts += data.posts.length;
      received.days += data.figures.reduce((sum, { days }) => sum + days.length, 0);
      ({ cursor, more } = data);
    }
    expect(received).toEqual({ offers: 1_216, posts: 2_334, days: 7_886 });
  });

  test('a second import changes nothing', async () => {
    const { data } = await call(server, endpoints.getCampaign, { token, params: { campaignId } });
    const second = await run();
    expect(second.figures).toEqual({ new: 0, corrected: 0, unchanged: 7_886 });
    expect(second.made).toEqual({ creators: 0, offers: 0, posts: 0 });
    expect([second.refused, second.warnings]).toEqual([report.refused, report.warnings]);
    expect((await call(server, endpoints.getCampaign, { token, params: { campaignId } })).data).toEqual(data);
  });
});
