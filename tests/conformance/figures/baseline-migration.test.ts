import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { migrationsDir } from '#server/paths.ts';
import { storedRollups } from '#tests/support/money/rollups.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const startAt = new Date('2026-03-03T09:00:00.000Z');

test('views from before the campaign are removed from stored gains, and phones sync the campaigns again', async () => {
  const { db } = server;
  const brandId = await given.brand();
  const counted = await given.campaign(brandId, { workerStartDate: startAt });
  const untouched = await given.campaign(brandId, { workerStartDate: new Date('2026-03-01T00:00:00.000Z') });
  const offerId = await given.offer(brandId, counted);
  const post = async (posted: string, firstDay: string) => {
    const id = await given.post(brandId, offerId, { postedAt: new Date(posted) });
    await given.figures(brandId, id, [
      [firstDay, 100, 10, 1, 1],
      ['2026-03-04', 150, 15, 1, 1],
    ]);
  };
  await post('2026-03-01T12:00:00.000Z', '2026-03-02');
  await post('2026-03-01T12:00:00.000Z', '2026-03-03');
  await post('2026-03-03T00:00:00.000Z', '2026-03-03');
  const other = await given.post(brandId, await given.offer(brandId, untouched), {
    postedAt: new Date('2026-03-01T12:00:00.000Z'),
  });
  await given.figures(brandId, other, [['2026-03-02', 7, 0, 0, 0]]);
  const right = await storedRollups(db, brandId);

  // The old counts: two posts' first hundred views too many.
  for (const [day, subjectId] of ['2026-03-02', '2026-03-03'].flatMap((each) => [
    [each, counted],
    [each, brandId],
  ])) {
    await db.execute(sql`
      insert into daily_gains as g (brand_id, subject_id, day, view_count, like_count, comment_count, share_count)
      values (${brandId}, ${subjectId}, ${day}, 100, 10, 1, 1)
      on conflict (brand_id, subject_id, day) do update set view_count = g.view_count + 100,
        like_count = g.like_count + 10, comment_count = g.comment_count + 1, share_count = g.share_count + 1`);
  }
  expect(await storedRollups(db, brandId)).not.toEqual(right);
  const revisionsOf = async () =>
    new Map(
      (await db.select().from(campaigns).where(eq(campaigns.brandId, brandId))).map((row) => [row.id, row.revision]),
    );
  const before = await revisionsOf();

  const statements = readFileSync(join(migrationsDir(), '0026_baseline.sql'), 'utf8').split('--> statement-breakpoint');
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
  expect(await storedRollups(db, brandId)).toEqual(right);
  const after = await revisionsOf();
  const [brand] = await db.select().from(brands).where(eq(brands.id, brandId));
  expect(after.get(counted)).toBe(brand?.revision);
  expect(after.get(untouched)).toBe(before.get(untouched));
});
