import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { verifyArchive } from '#server/backup/archive/archive-reader.ts';
import { backUp, restore } from '#server/backup/run.ts';
import { openBareEmbedded, openBareRemote } from '#server/backup/tables/bare-database.ts';
import { rowsOf } from '#server/database/database.ts';
import { createMonthPartitions } from '#server/database/months.ts';
import { commandKeys } from '#server/database/tables/call-tables.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { attempts } from '#server/database/tables/tables.ts';
import { openOnPostgres } from '#tests/support/postgres/database.ts';
import { everyRow } from '#tests/support/postgres/every-row.ts';
import { dataSettings, everyFile, fillInstallation } from '#tests/support/servers/backed-up.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const folder = newFolder(afterAll);
const SESSION_SECRET = 'of the test, which is 32 bytes or more';
const address = process.env.TEST_DATABASE_URL ?? '';
const source = await openOnPostgres(address);
afterAll(() => source.close());
const sourceSettings = dataSettings(join(folder, 'source'), { DATABASE_URL: source.url, SESSION_SECRET });
const { brandId } = await fillInstallation(source.db, join(folder, 'source'));
const days = ['2024-12-31', '2025-01-01', '2026-03-15'];
await createMonthPartitions(source.db, days as never);
const counts = { viewCount: 9_007_199_254_740_991, likeCount: 1, commentCount: 0, shareCount: 0, revision: 1 };
await source.db.insert(dailyFigures).values(days.map((day) => ({ brandId, postId: 'pst_far', day, ...counts })));

test('moving to embedded and back keeps every row and file, restores partitions, and mentions the secret', async () => {
  const [out, back] = [join(folder, 'out.tar'), join(folder, 'back.tar')];
  await backUp(out, sourceSettings);
  const embedded = dataSettings(join(folder, 'embedded'), { SESSION_SECRET });
  expect(await restore(out, embedded, false)).toMatchObject({ secret: 'same' });
  const onEmbedded = await openBareEmbedded(embedded.dataDir);
  const rows = await everyRow(source.db);
  expect(await everyRow(onEmbedded.db).finally(onEmbedded.close)).toEqual(rows);

  await backUp(back, embedded);
  const other = await openOnPostgres(address);
  // Its pool is a server's, and connects on first use.
  await other.db.execute(sql`select 1`);
  await expect(restore(back, dataSettings(folder, { DATABASE_URL: other.url }), false)).rejects.toThrow(
    'Afield is running on this database.',
  );
  await other.end();
  const target = dataSettings(join(folder, 'target'), { DATABASE_URL: other.url });
  expect(await restore(back, target, false)).toMatchObject({ secret: 'unknown' });
  const onOther = await openBareRemote(other.url);
  try {
    expect(await everyRow(onOther.db)).toEqual(rows);
    const months = await rowsOf<{ name: string }>(
      onOther.db,
      sql`select tableoid::regclass::text as name from daily_figures where post_id = 'pst_far' order by day`,
    );
    expect(months.map(({ name }) => name)).toEqual([
      'daily_figures_2024_12',
      'daily_figures_2025_01',
      'daily_figures_2026_03',
    ]);
  } finally {
    await onOther.close();
    await other.drop();
  }
  expect(await everyFile(target.dataDir)).toEqual(await everyFile(sourceSettings.dataDir));
});

test('a backup is a consistent snapshot despite concurrent writes', async () => {
  const file = join(folder, 'meanwhile.tar');
  let isDone = false;
  const taken = backUp(file, sourceSettings).finally(() => {
    isDone = true;
  });
  const pairs: number[] = [];
  for (; !isDone; pairs.push(pairs.length)) {
    // `attempts` is one of the first tables to be read, and `command_keys` comes later.
    await source.db.transaction(async (tx) => {
      const [name, at] = [`pair ${pairs.length}`, new Date(0)];
      await tx.insert(attempts).values({ subject: name, count: 1, windowEndsAt: at });
      await tx.insert(commandKeys).values({ key: name, requestHash: 'x', createdAt: at });
    });
  }
  await taken;
  const { rows } = (await verifyArchive(file)).totals;
  expect(pairs.length).toBeGreaterThan(0);
  // The installation already has one row in `attempts`.
  expect((rows.attempts ?? 0) - 1).toBe(rows.command_keys);
});
