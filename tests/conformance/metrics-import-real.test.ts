import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { importMetrics } from '../../src/server/services/metrics-import/import-metrics.ts';
import type { ImportReport } from '../../src/server/services/metrics-import/report.ts';
import { call } from '../support/call.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { world } from '../support/world.ts';

// Real figures with the dirt of real exports. What they come to is counted here once more, by other means.
const file = '../shared/data/video-metrics-us-2017.csv';

interface PlainRow {
  line: number;
  url: string;
  day: string;
  counts: [views: number, likes: number, comments: number];
}

function readPlainly(): { good: PlainRow[]; bad: number[] } {
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((text, at): PlainRow => {
      // A name may have commas, and nothing else may: the ends of the line are safe to cut.
      const [url = ''] = text.split(',', 1);
      const [day = '', ...counts] = text.split(',').slice(-5, -1);
      return { line: at + 2, url, day, counts: counts.map(Number) as PlainRow['counts'] };
    });
  const isGood = ({ url, day }: PlainRow) => !url.includes('#NAME?') && /^2017-\d\d-\d\d$/.test(day);
  return { good: rows.filter(isGood), bad: rows.filter((row) => !isGood(row)).map(({ line }) => line) };
}

/** What all posts had together at the end of a day: each its last row up to then, the later line of a day. */
function totalsOn(rows: readonly PlainRow[], until: string): [number, number, number] {
  const last = new Map<string, PlainRow>();
  for (const row of rows) {
    const known = last.get(row.url);
    if (row.day <= until && (known === undefined || row.day >= known.day)) last.set(row.url, row);
  }
  const sum = (at: number) => [...last.values()].reduce((total, { counts }) => total + (counts[at] ?? 0), 0);
  return [sum(0), sum(1), sum(2)];
}

describe.skipIf(!existsSync(file))(`7,998 rows of 2017 (skipped where ${file} is missing)`, () => {
  let server: TestServer;
  let campaignId: string;
  let token: string;
  let report: ImportReport;
  const plain = existsSync(file) ? readPlainly() : { good: [], bad: [] };
  const run = () =>
    importMetrics({ db: server.db, now: server.clock.now }, { campaignId, dryRun: false }, createReadStream(file));

  beforeAll(async () => {
    server = await startTestServer();
    const given = world(server.db);
    const brandId = await given.brand();
    campaignId = await given.campaign(brandId, { platforms: ['YOUTUBE'], startAt: new Date('2017-09-13') });
    token = (await server.sessionOf(brandId)).accessToken;
    report = await run();
  });
  afterAll(() => server?.close());

  test('what became of the rows', () => {
    const { rows, repeated, figures, made, backdatedPosts, refused, notes } = report;
    expect({ rows, repeated, figures, made, backdatedPosts, refused: refused.length, notes }).toEqual({
      rows: 7_998,
      repeated: 5,
      figures: { new: 7_886, corrected: 0, unchanged: 0 },
      made: { creators: 1_216, offers: 1_216, posts: 2_334 },
      backdatedPosts: 0,
      refused: 107,
      notes: ['shareCount is blank in 7891 rows: taken as 0.'],
    });
    expect(refused.map(({ line }) => line)).toEqual(plain.bad);
    const reasons = refused.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'finalPostUrl: A spreadsheet’s error stands here.').length).toBe(101);
    expect(reasons.filter((reason) => reason === 'forDate: Expected a day as YYYY-MM-DD.').length).toBe(6);
  });

  test('what is warned of', () => {
    const messages = report.warnings.map(({ message }) => message);
    const starting = (start: string) => messages.filter((message) => message.startsWith(start)).length;
    expect([starting('Falls from'), starting('Line'), starting('The creator'), messages.length]).toEqual([
      1_059, 5, 3, 1_067,
    ]);
  });

  test('the campaign’s analytics show just these figures, in any period', async () => {
    const periods = [
      ['2017-09-13', '2017-10-22'],
      ['2017-09-20', '2017-09-26'],
      ['2017-10-09', '2017-10-09'],
    ] as const;
    for (const [since, until] of periods) {
      const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
      const before = totalsOn(plain.good, dayBefore);
      const gained = totalsOn(plain.good, until).map((total, at) => total - (before[at] ?? 0));
      const within = plain.good.filter(({ day }) => day >= since && day <= until);
      const query = { timePeriodType: 'range', since, until } as const;
      const { data } = await call(server, endpoints.getCampaignAnalytics, { token, params: { campaignId }, query });
      expect([data.viewCount, data.likeCount, data.commentCount, data.shareCount]).toEqual([...gained, 0]);
      const { data: list } = await call(server, endpoints.listCampaignPosts, { token, params: { campaignId }, query });
      const videos = new Set(within.map(({ url }) => url)).size;
      expect([data.postCount, list.pagination.total]).toEqual([videos, videos]);
    }
  });

  test('the card of the campaign shows all its views', async () => {
    const { data } = await call(server, endpoints.getCampaign, { token, params: { campaignId } });
    expect(data.viewCount).toBe(2_174_688_032);
    expect(totalsOn(plain.good, '2017-12-31')).toEqual([2_174_688_032, 74_533_128, 9_216_950]);
  });

  test('phones hear of all of it by the changes', async () => {
    let cursor: string | undefined;
    const heard = { offers: 0, posts: 0, days: 0 };
    for (let more = true; more; ) {
      const { data } = await call(server, endpoints.getChanges, {
        token,
        query: cursor === undefined ? {} : { cursor },
      });
      heard.offers += data.offers.length;
      heard.posts += data.posts.length;
      heard.days += data.figures.reduce((sum, { days }) => sum + days.length, 0);
      ({ cursor, more } = data);
    }
    expect(heard).toEqual({ offers: 1_216, posts: 2_334, days: 7_886 });
  });

  test('the second time nothing changes', async () => {
    const { data } = await call(server, endpoints.getCampaign, { token, params: { campaignId } });
    const second = await run();
    expect(second.figures).toEqual({ new: 0, corrected: 0, unchanged: 7_886 });
    expect(second.made).toEqual({ creators: 0, offers: 0, posts: 0 });
    expect([second.refused, second.warnings]).toEqual([report.refused, report.warnings]);
    expect((await call(server, endpoints.getCampaign, { token, params: { campaignId } })).data).toEqual(data);
  });
});
