import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyticsOf, comparePosts, type PostDays, postRow } from '#domain/figures/analytics.ts';
import { dailyGains, recentViewCounts } from '#domain/figures/daily-gains.ts';
import { addDays, type Period } from '#domain/time/period.ts';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { postNames } from '#server/database/tables/post-tables.ts';
import { readAnalytics, readDailyGains } from '#server/services/campaigns/analytics.ts';
import { readCampaignsById } from '#server/services/campaigns/campaigns.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import { readPostAnalytics } from '#server/services/figures/post-analytics.ts';
import { recountFigures } from '#server/services/figures/rollups/recount.ts';
import { importContent, metricsFile, row } from '#tests/support/calls/metrics.ts';
import { rawPosts, storedRollups } from '#tests/support/money/rollups.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();

const firstDay = '2026-02-20';
const day = fc.nat(13).map((days) => addDays(firstDay, days));
// Few distinct values make days repeat, fall, and reach the same count again.
const counts = fc.tuple(fc.nat(4), fc.nat(2), fc.nat(1), fc.nat(1));

/** Figures of existing posts, in no order; a day can occur twice. */
const stored = fc.record({
  kind: fc.constant('stored' as const),
  figures: fc.array(fc.record({ post: fc.nat(7), day, counts }), { minLength: 1, maxLength: 12 }),
});
/** A file for one of the campaigns: it creates posts, and backdates them if it has days before they were posted. */
const imported = fc.record({
  kind: fc.constant('imported' as const),
  campaign: fc.nat(1),
  rows: fc.array(fc.record({ video: fc.constantFrom('a', 'b', 'c', 'd'), user: fc.nat(1), day, views: fc.nat(5) }), {
    minLength: 1,
    maxLength: 8,
  }),
});
const period: fc.Arbitrary<Period> = fc
  .tuple(fc.integer({ min: -2, max: 15 }), fc.nat(9))
  .map(([from, length]) => ({ since: addDays(firstDay, from), until: addDays(firstDay, from + length) }));

interface Brand {
  brandId: string;
  campaignIds: [string, string];
}

/** A brand with two campaigns, an offer with two posts, and another offer's post. */
async function makeBrand(): Promise<Brand> {
  await server.db.delete(postNames);
  const brandId = await given.brand();
  // Posts are older and younger than the first campaign, with figures from before and after its start.
  const startAt = new Date('2026-02-21T09:00:00.000Z');
  const campaignIds: [string, string] = [
    await given.campaign(brandId, { startAt, workerStartDate: startAt }),
    await given.campaign(brandId, { startAt, workerStartDate: new Date('2026-02-25T00:00:00.000Z') }),
  ];
  const offerId = await given.offer(brandId, campaignIds[0], { stageType: 'ONGOING' });
  for (const posted of ['2026-02-20T23:59:59.000Z', '2026-02-21T00:00:00.000Z', '2026-02-21T00:00:00.000Z']) {
    await given.post(brandId, offerId, { postedAt: new Date(posted) });
  }
  const other = await given.offer(brandId, campaignIds[1], { stageType: 'ONGOING' });
  await given.post(brandId, other, { postedAt: new Date('2026-02-21T12:00:00.000Z') });
  return { brandId, campaignIds };
}

type Made<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Step = Made<typeof stored> | Made<typeof imported>;

async function take({ brandId, campaignIds }: Brand, step: Step): Promise<void> {
  const { db, clock } = server;
  clock.advance(60_000);
  if (step.kind === 'imported') {
    const rows = step.rows.map((each) =>
      row(`${each.video}${step.campaign}`, each.day, each.views, { socialUsername: `user${each.user}` }),
    );
    // Three rows per part and two rows per statement split the file into several of both.
    const limits = { limits: { partRows: 3 }, rowsAtOnce: 2 };
    await importContent(server, campaignIds[step.campaign] as string, metricsFile(rows), limits);
    return;
  }
  const ids = (await rawPosts(db, brandId)).map(({ post }) => post.id);
  const figures = step.figures.map(({ post, day, counts: [viewCount, likeCount, commentCount, shareCount] }) => ({
    ...{ postId: ids[post % ids.length] as string, day },
    ...{ viewCount, likeCount, commentCount, shareCount },
  }));
  await writeBrand({ db, brandId }, (writer) => storeFigures(writer, figures, clock.now()));
}

/** Compares every figure of a period: the rollups against the domain's, computed from the raw snapshots. */
async function expectSame({ brandId, campaignIds }: Brand, posts: PostDays[], days: Period): Promise<void> {
  const scope = brandScope(server.db, brandId);
  for (const campaignId of [undefined, ...campaignIds]) {
    const some = posts.filter(({ post }) => campaignId === undefined || post.campaignId === campaignId);
    const campaigns = await readCampaignsById(scope, campaignId === undefined ? campaignIds : [campaignId]);
    expect(await readAnalytics(scope, days, campaignId)).toEqual(analyticsOf(campaigns, some, days));
    expect(await readDailyGains(scope, days, campaignId)).toEqual(dailyGains(some, days));
    const names = { brandId, brandName: 'Northwind Coffee', campaignName: 'Spring roast' };
    const rows = some.toSorted(comparePosts).flatMap((post) => {
      const listed = postRow(post, days, names);
      return listed ? [{ ...listed, recentViewCounts: recentViewCounts(post, days) }] : [];
    });
    const request = { period: days, brandName: names.brandName, pageSize: 2, ...(campaignId ? { campaignId } : {}) };
    for (let page = 1; page <= Math.ceil(rows.length / 2) + 1; page += 1) {
      const { data, pagination } = await readPostAnalytics(scope, { ...request, page });
      expect(data).toEqual(rows.slice(page * 2 - 2, page * 2));
      expect(pagination.total).toBe(rows.length);
    }
  }
}

test('rollups equal a recount from the snapshots, whatever the order of imports', async () => {
  const steps = fc.array(fc.oneof(stored, imported), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(steps, period, async (some, days) => {
      const brand = await makeBrand();
      for (const step of some) await take(brand, step);
      const kept = await storedRollups(server.db, brand.brandId);
      await expectSame(brand, await rawPosts(server.db, brand.brandId), days);
      await server.db.transaction((tx) => recountFigures(tx, brand.brandId));
      expect(kept).toEqual(await storedRollups(server.db, brand.brandId));
    }),
    { numRuns: 15 },
  );
});
