import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { createMonthPartitions, splitIntoMonths } from '#server/database/months.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import { readGains } from '#server/services/figures/post-gains.ts';
import { storedRollups } from '#tests/support/money/rollups.ts';
import { openTestDatabase } from '#tests/support/postgres/database.ts';
import { world } from '#tests/support/servers/world.ts';

const onPostgres = process.env.TEST_DATABASE_URL !== undefined;
const now = new Date('2026-03-10T12:00:00Z');

const opened = await openTestDatabase();
afterAll(() => opened.close());
const given = world(opened.db);

async function postOf(): Promise<{ brandId: string; postId: string }> {
  const brandId = await given.brand();
  const campaignId = await given.campaign(brandId, { workerStartDate: new Date('2015-01-01T00:00:00.000Z') });
  const posted = { postedAt: new Date('2015-01-01T00:00:00.000Z') };
  return { brandId, postId: await given.post(brandId, await given.offer(brandId, campaignId), posted) };
}

const figuresOf = (postId: string, days: readonly string[]) =>
  days.map((day, at) => ({ postId, day, viewCount: 10 * (at + 1), likeCount: at, commentCount: 0, shareCount: 0 }));

const store = (of: { brandId: string; postId: string }, days: readonly string[]) =>
  writeBrand({ db: opened.db, brandId: of.brandId }, (writer) => storeFigures(writer, figuresOf(of.postId, days), now));

/** Number of a brand's snapshots in each partition. */
async function partitionsOf(brandId: string): Promise<Record<string, number>> {
  const rows = await rowsOf<{ name: string; n: number }>(
    opened.db,
    sql`select tableoid::regclass::text as name, count(*)::int as n from daily_figures where brand_id = ${brandId}
      group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

const viewsIn = async ({ brandId, postId }: { brandId: string; postId: string }, since: string, until: string) =>
  (await readGains(brandScope(opened.db, brandId), { since, until }, [postId])).get(postId)?.viewCount;

const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-03-01'];

test.skipIf(onPostgres)(
  'the embedded database keeps all days in one table, which can be partitioned by month',
  async () => {
    const of = await postOf();
    await store(of, days);
    expect(await partitionsOf(of.brandId)).toEqual({ daily_figures_all: 5 });
    const before = await storedRollups(opened.db, of.brandId);
    const views = await viewsIn(of, '2026-01-01', '2026-02-28');
    expect(views).toBe(30);
    await opened.db.transaction(splitIntoMonths);
    expect(await storedRollups(opened.db, of.brandId)).toEqual(before);
    expect(await viewsIn(of, '2026-01-01', '2026-02-28')).toBe(views);
    expect(await partitionsOf(of.brandId)).toEqual({
      daily_figures_2025_12: 1,
      daily_figures_2026_01: 2,
      daily_figures_2026_02: 1,
      daily_figures_2026_03: 1,
    });
  },
);

describe('partitioned by month', () => {
  let of: { brandId: string; postId: string };
  beforeAll(() => opened.db.transaction(splitIntoMonths));
  beforeEach(async () => {
    of = await postOf();
  });

  test('each snapshot is in its month’s partition, which is created on demand', async () => {
    await store(of, ['2019-12-31', '2020-01-01', '2020-02-29', '2020-03-01']);
    await store(of, ['2020-02-01']);
    expect(await partitionsOf(of.brandId)).toEqual({
      daily_figures_2019_12: 1,
      daily_figures_2020_01: 1,
      daily_figures_2020_02: 2,
      daily_figures_2020_03: 1,
    });
    expect(await viewsIn(of, '2020-02-02', '2020-03-31')).toBe(30);
  });

  test('a period between, before or after snapshots is read correctly', async () => {
    await store(of, ['2021-01-15', '2021-06-15']);
    expect(await viewsIn(of, '2021-01-01', '2021-01-31')).toBe(10);
    expect(await viewsIn(of, '2021-02-01', '2021-05-31')).toBe(0);
    expect(await viewsIn(of, '2021-06-15', '2022-12-31')).toBe(10);
    expect(await viewsIn(of, '2020-01-01', '2021-01-14')).toBeUndefined();
  });

  test('a partition created in a rolled-back transaction is created again', async () => {
    const failing = writeBrand({ db: opened.db, brandId: of.brandId }, async (writer) => {
      await storeFigures(writer, figuresOf(of.postId, ['2018-05-01']), now);
      throw new Error('Taken back');
    });
    await expect(failing).rejects.toThrow('Taken back');
    expect(await store(of, ['2018-05-01'])).toBe(1);
    expect(await partitionsOf(of.brandId)).toEqual({ daily_figures_2018_05: 1 });
  });

  test('concurrent writers that need the same partitions all get them', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, postOf));
    const months = ['2016-01-05', '2016-02-05', '2016-03-05'];
    await Promise.all([
      ...others.map((other) => store(other, months)),
      ...others.map(() => createMonthPartitions(opened.db, months)),
    ]);
    for (const { brandId } of others) expect(Object.values(await partitionsOf(brandId))).toEqual([1, 1, 1]);
  });

  // The embedded database has one connection, so reads and writes never overlap there.
  test.skipIf(!onPostgres)('reads and writes don’t wait for the creation of a partition', async () => {
    const other = await postOf();
    await store(other, ['2026-03-01']);
    await writeBrand({ db: opened.db, brandId: of.brandId }, async (writer) => {
      await storeFigures(writer, figuresOf(of.postId, ['2015-07-01']), now);
      expect(await viewsIn(other, '2026-03-01', '2026-03-31')).toBe(10);
      expect(await store(other, ['2026-03-01', '2026-03-02'])).toBe(1);
      expect(await postOf()).toBeDefined();
    });
    expect(await viewsIn(of, '2015-07-01', '2015-07-31')).toBe(10);
  });
});
