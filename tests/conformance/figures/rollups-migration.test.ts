import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brandScope } from '#server/database/brand-scope.ts';
import { migrationsDir } from '#server/paths.ts';
import { readAnalytics } from '#server/services/campaigns/analytics.ts';
import { storedRollups } from '#tests/support/money/rollups.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();

test('a database from before rollups gets them computed from all stored figures', async () => {
  const { db } = server;
  const brandIds = [await given.brand(), await given.brand()];
  for (const [i, brandId] of brandIds.entries()) {
    const campaignId = await given.campaign(brandId);
    const offerId = await given.offer(brandId, campaignId);
    const first = await given.post(brandId, offerId, { postedAt: new Date('2026-02-28T23:00:00.000Z') });
    const second = await given.post(brandId, offerId);
    await given.post(brandId, offerId);
    await given.figures(brandId, first, [
      ['2026-03-01', 10, 3, 2, 1],
      ['2026-03-02', 25, 3, 2, 1],
      ['2026-03-05', 20 + i, 4, 2, 1],
    ]);
    await given.figures(brandId, second, [['2026-03-03', 7, 0, 0, 0]]);
  }
  const period = { since: '2026-03-02', until: '2026-03-04' };
  const state = async () => {
    const rollups = await Promise.all(brandIds.map((brandId) => storedRollups(db, brandId)));
    const analytics = await Promise.all(brandIds.map((brandId) => readAnalytics(brandScope(db, brandId), period)));
    return { rollups, analytics };
  };
  const before = await state();
  expect(before.analytics[0]).toMatchObject({ viewCount: 22, postCount: 2, offerCount: 1 });

  await db.execute(sql`drop table daily_gains, post_spans, offer_spans`);
  await db.execute(sql`alter table posts drop column snapshot_days`);
  await db.transaction(async (tx) => {
    for (const name of ['0003_figures.sql', '0026_baseline.sql']) {
      const statements = readFileSync(join(migrationsDir(), name), 'utf8').split('--> statement-breakpoint');
      for (const statement of statements) await tx.execute(sql.raw(statement));
    }
  });
  expect(await state()).toEqual(before);
});
