import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { postNames } from '#server/database/tables/post-tables.ts';
import { posts } from '#server/database/tables/tables.ts';
import type { ReadLimits } from '#server/services/figures/metrics-import/rows/read-metrics.ts';
import { revisionOf } from '#tests/support/calls/feed.ts';
import { importContent, metricsFile, type Row, row } from '#tests/support/calls/metrics.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

// A file too long for memory is stored part by part.

const { server, given } = await apiServer();
let brandId: string;
let campaignId: string;

beforeEach(async () => {
  // Tests give their videos the same names, each for its own brand.
  await server.db.delete(postNames);
  brandId = await given.brand();
  campaignId = await given.campaign(brandId, { platforms: ['YOUTUBE'] });
});

const inParts = { partRows: 2 };
const importRows = (some: Row[], into = campaignId, limits: Partial<ReadLimits> = inParts) =>
  importContent(server, into, metricsFile(some), { limits });
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

test('an import in parts has the same result as one in a single part', async () => {
  const other = await given.campaign(brandId, { platforms: ['YOUTUBE'] });
  const whole = await importRows(rows, other, { partRows: 1_000 });
  await server.db.delete(postNames);
  const report = await importRows(rows);
  expect(await stored(campaignId)).toEqual(await stored(other));
  const { made, figures: counted, repeated, backdatedPosts } = whole;
  // The creator exists since the first file.
  expect(report).toMatchObject({ made: { ...made, creators: 0 }, figures: counted, repeated, backdatedPosts });
  expect(report.warnings).toContainEqual({
    line: 6,
    message: 'This line replaces an earlier one with the same post and day.',
  });
  expect((await importRows(rows.slice(2))).figures).toEqual({ new: 0, corrected: 0, unchanged: 5 });
});

test('an import is stored completely or not at all', async () => {
  const before = await revisionOf(server.db, brandId);
  const text = Buffer.concat([Buffer.from(metricsFile(rows)), Uint8Array.from([0xff])]);
  await expect(importContent(server, campaignId, text, { limits: inParts })).rejects.toThrow(/isn’t UTF-8 text/);
  expect([await revisionOf(server.db, brandId), await stored(campaignId)]).toEqual([before, []]);
  await importContent(server, campaignId, metricsFile(rows), { limits: inParts, dryRun: true });
  expect([await revisionOf(server.db, brandId), await stored(campaignId)]).toEqual([before, []]);
});

test('later parts use what earlier ones created and backdated', async () => {
  const report = await importRows([
    row('one', '2026-03-05', 100),
    row('two', '2026-03-05', 100),
    row('one', '2026-03-03', 90, { socialUsername: 'Grace' }),
    row('two', '2026-03-06', 110),
    row('one', '2026-03-04', 95),
    row('two', '2026-03-01', 80),
  ]);
  expect(report).toMatchObject({ made: { creators: 1, offers: 1, posts: 2 }, backdatedPosts: 0 });
  expect(report.warnings).toEqual([
    { line: 4, message: 'The creator of this post is "Ada", here "Grace". The first username was kept.' },
  ]);
  expect((await stored(campaignId)).map(([, postedAt]) => postedAt)).toEqual([
    new Date('2026-03-03T00:00:00.000Z'),
    new Date('2026-03-01T00:00:00.000Z'),
  ]);
  const later = await importRows([
    row('one', '2026-03-02', 80),
    row('three', '2026-03-02', 80),
    row('one', '2026-03-01', 70),
  ]);
  // A post that is backdated twice remains one post.
  expect(later).toMatchObject({ made: { creators: 0, offers: 0, posts: 1 }, backdatedPosts: 1 });
});

test('an import knows all posts of the campaign, and the newer of two with one URL', async () => {
  const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  const [first, last] = ['pst_00000000000000000000000000', 'pst_00000000000000000000002100'];
  // There are more posts than one read returns, with few distinct times, and their addresses differ from the file's.
  await server.db.execute(sql`
    insert into posts (brand_id, id, offer_id, campaign_id, creator_id, posted_at, final_post_url, updated_at, revision)
    select o.brand_id, 'pst_' || lpad(n::text, 26, '0'), o.id, o.campaign_id, o.creator_id,
      '2026-03-01'::timestamptz + n % 7 * interval '1 hour', 'https://youtu.be/' || rpad('v' || n % 2100, 11, '-') || '?si=' || n,
      now(), 1
    from offers o, generate_series(0, 2100) n where o.brand_id = ${brandId} and o.id = ${offerId}`);
  const link = (n: number) => `https://www.youtube.com/watch?v=${`v${n}`.padEnd(11, '-')}`;
  const numbers = [0, 999, 1_000, 1_001, 2_099];
  const report = await importRows(numbers.map((n) => row('', '2026-03-05', n, { finalPostUrl: link(n) })));
  expect([report.made.posts, report.figures.new]).toEqual([0, numbers.length]);
  const days = await server.db.select().from(dailyFigures).where(eq(dailyFigures.brandId, brandId));
  const ids = days.map(({ postId }) => postId);
  expect([ids.includes(last), ids.includes(first), ids.length]).toEqual([true, false, numbers.length]);
});

/** Records each write to a rollup row; returns a function that lists the written rows. */
async function watchRollups(): Promise<() => Promise<string[]>> {
  const { db } = server;
  await db.execute(sql`create table rollup_writes (written text)`);
  await db.execute(sql`
    create function note_rollup_write() returns trigger language plpgsql as $$
      begin
        insert into rollup_writes select tg_table_name || ' ' || (to_jsonb(coalesce(new, old)) - '{view_count,like_count,
          comment_count,share_count,posts_updated_at,posts,offers}'::text[])::text;
        return null;
      end $$`);
  for (const name of ['daily_gains', 'post_spans', 'offer_spans']) {
    await db.execute(sql`
      create trigger note_write after insert or update or delete on ${sql.identifier(name)}
      for each row execute function note_rollup_write()`);
  }
  return async () => {
    const rows = await rowsOf<{ written: string }>(db, sql`select written from rollup_writes`);
    await db.execute(sql`drop function note_rollup_write cascade`);
    await db.execute(sql`drop table rollup_writes`);
    return rows.map(({ written }) => written);
  };
}

// Each write leaves a dead row version until the transaction ends, so a write per part would slow long files down.
test('a rollup row is written once, however many parts there are', async () => {
  await importRows(rows.slice(0, 3));
  const written = await watchRollups();
  await importContent(server, campaignId, metricsFile(rows), { limits: inParts, rowsAtOnce: 1 });
  const writes = await written();
  expect(writes.filter((key) => key.startsWith('daily_gains')).length).toBe(2 * 4);
  expect(writes.filter((key) => key.startsWith('post_spans')).length).toBeGreaterThan(0);
  expect(writes.filter((key) => key.startsWith('offer_spans')).length).toBeGreaterThan(0);
  expect(writes.toSorted()).toEqual([...new Set(writes)].toSorted());
});

test('the first refused rows and warnings are listed, and all are counted', async () => {
  const bad = Array.from({ length: 5 }, (_, n) => row('one', 'soon', n));
  const twice = Array.from({ length: 5 }, () => row('one', '2026-03-05', 1));
  const report = await importRows([...bad, ...twice], campaignId, { partRows: 2, listed: 2 });
  expect(report.refused.map(({ line }) => line)).toEqual([2, 3]);
  expect(report.warnings.map(({ line }) => line)).toEqual([7, 8]);
  expect([report.refusedCount, report.warningCount, report.repeated]).toEqual([5, 4, 4]);
});
