import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dailyFigures } from '../../src/server/database/figure-tables.ts';
import { brands, posts } from '../../src/server/database/tables.ts';
import { importMetrics } from '../../src/server/services/metrics-import/import-metrics.ts';
import { metricsFile, pieces, type Row, row } from '../support/metrics.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type World, world } from '../support/world.ts';

// A file that is longer than what is held in memory at a time is stored part by part.

let server: TestServer;
let given: World;
let brandId: string;
let campaignId: string;

beforeAll(async () => {
  server = await startTestServer();
  given = world(server.db);
});
afterAll(() => server?.close());
beforeEach(async () => {
  brandId = await given.brand();
  campaignId = await given.campaign(brandId, { platforms: ['YOUTUBE'] });
});

const inParts = { fileBytes: 100_000, partRows: 2 };
const importText = (content: string | Uint8Array, into = campaignId, limits = inParts, dryRun = false) =>
  importMetrics({ db: server.db, now: server.clock.now, limits }, { campaignId: into, dryRun }, pieces(content));
const importRows = (some: Row[], into = campaignId, limits = inParts) => importText(metricsFile(some), into, limits);
const rows = [
  row('one', '2026-03-05', 100),
  row('two', '2026-03-05', 30),
  row('one', '2026-03-04', 90),
  row('three', '2026-03-05', 10),
  row('one', '2026-03-05', 120),
  row('two', '2026-03-02', 20),
  row('two', '2026-03-08', 50),
];
const stored = async (campaign: string) => {
  const postList = await server.db.select().from(posts).where(eq(posts.campaignId, campaign));
  const days = await server.db.select().from(dailyFigures).where(eq(dailyFigures.brandId, brandId));
  const of = (id: string) =>
    days.filter(({ postId }) => postId === id).map(({ day, viewCount }) => `${day} ${viewCount}`);
  return postList
    .map(({ id, finalPostUrl, postedAt, viewCount }) => [finalPostUrl, postedAt, viewCount, ...of(id).sort()])
    .sort();
};

const revision = async () => {
  const [brand] = await server.db.select({ revision: brands.revision }).from(brands).where(eq(brands.id, brandId));
  return brand?.revision;
};

test('it comes to the same, part by part', async () => {
  const other = await given.campaign(brandId, { platforms: ['YOUTUBE'] });
  const whole = await importRows(rows, other, { ...inParts, partRows: 1_000 });
  const report = await importRows(rows);
  expect(await stored(campaignId)).toEqual(await stored(other));
  const { made, figures: counted, repeated, backdatedPosts } = whole;
  // The creator is there since the first file.
  expect(report).toMatchObject({ made: { ...made, creators: 0 }, figures: counted, repeated, backdatedPosts });
  expect(report.warnings).toContainEqual({
    line: 6,
    message: 'A line long before has the same post and day; this one counts.',
  });
  expect((await importRows(rows.slice(2))).figures).toEqual({ new: 0, corrected: 0, unchanged: 5 });
});

test('it is stored as a whole, or not at all', async () => {
  const before = await revision();
  const text = Buffer.concat([Buffer.from(metricsFile(rows)), Uint8Array.from([0xff])]);
  await expect(importText(text)).rejects.toThrow(/^The file is not text in UTF-8/);
  expect([await revision(), await stored(campaignId)]).toEqual([before, []]);
  await importText(metricsFile(rows), campaignId, inParts, true);
  expect([await revision(), await stored(campaignId)]).toEqual([before, []]);
});
