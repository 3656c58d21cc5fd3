import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { readAnalytics } from '#server/services/campaigns/analytics.ts';
import { readCampaignsById } from '#server/services/campaigns/campaigns.ts';
import { settleNow } from '#server/services/campaigns/settle.ts';
import { readSpend } from '#server/services/figures/campaign-spend.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { changePages } from '#tests/support/calls/feed.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const terms = { cpmCents: 650, budgetCents: 50_000 };
let brandId: string;

beforeEach(async () => {
  brandId = await given.brand({ cpmCents: 650, tikTokHandle: 'northwind' });
});

/** A campaign at $6.50 per 1,000 views with a $500 budget, whose one post has these views by the end of each day. */
async function campaignWith(views: Record<string, number>, columns: Parameters<typeof given.campaign>[1] = {}) {
  const campaignId = await given.campaign(brandId, {
    ...{ startAt: new Date('2026-03-01T00:00:00Z'), workerCpmCents: 650, workerBudgetCents: 50_000 },
    ...columns,
  });
  const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  const postId = await given.post(brandId, offerId, { postedAt: new Date('2026-03-02T09:00:00Z') });
  await given.figures(
    brandId,
    postId,
    Object.entries(views).map(([day, count]) => [day, count, 0, 0, 0]),
  );
  return { campaignId, postId };
}

test('views lost after the budget ran out restore none of it, in analytics or earnings', async () => {
  const { campaignId } = await campaignWith({ '2026-03-10': 80_000, '2026-03-11': 60_000 });
  const scope = brandScope(server.db, brandId);
  expect((await readSpend(scope, campaignId, terms)).spentCents).toBe(50_000);
  const all = await readAnalytics(scope, { since: '2026-03-01', until: '2026-03-31' }, campaignId);
  // $500 for 60,000 views.
  expect(all.calculatedCpmCentsTotal).toBe(833);
  const before = await readAnalytics(scope, { since: '2026-03-01', until: '2026-03-09' }, campaignId);
  const later = await readAnalytics(scope, { since: '2026-03-11', until: '2026-03-31' }, campaignId);
  expect([before.calculatedCpmCentsTotal, later.calculatedCpmCentsTotal]).toEqual([0, 0]);
});

/** Stores cumulative views of a post for each day, new or corrected. */
const importViews = (postId: string, days: readonly (readonly [day: string, views: number])[]) =>
  writeBrand({ db: server.db, brandId }, (writer) =>
    storeFigures(
      writer,
      days.map(([day, viewCount]) => ({ postId, day, viewCount, likeCount: 0, commentCount: 0, shareCount: 0 })),
      server.clock.now(),
    ),
  );

test('a campaign shows its spend, and an import sends the new total through the feed', async () => {
  const { campaignId, postId } = await campaignWith({ '2026-03-10': 48_000 });
  const token = (await server.sessionOf(brandId)).accessToken;
  const spendOf = async () => (await call(server, endpoints.getCampaign, { token, params: { campaignId } })).data.spend;
  expect(await spendOf()).toEqual({ spentCents: 31_200, usedUpOn: null });
  let cursor = '';
  for await (const page of changePages(server, token)) cursor = page.cursor;
  await importViews(postId, [['2026-03-11', 80_000]]);
  const { data } = await call(server, endpoints.getChanges, { token, query: { cursor } });
  expect(data.campaigns.map(({ id, spend }) => [id, spend])).toEqual([
    [campaignId, { spentCents: 50_000, usedUpOn: '2026-03-11' }],
  ]);
  expect(await spendOf()).toEqual({ spentCents: 50_000, usedUpOn: '2026-03-11' });
});

test('campaigns without a budget, and campaigns before approval, show no spend', async () => {
  const { campaignId: gift } = await campaignWith(
    { '2026-03-10': 48_000 },
    { campaignType: 'DROP', cpmBudgetCents: null, workerBudgetCents: 0, workerCpmCents: 0 },
  );
  const pending = await given.campaign(brandId, {
    ...{ approvalStatus: 'PENDING', workerStatus: null, workerBudgetCents: null, workerCpmCents: null },
  });
  const all = await readCampaignsById(brandScope(server.db, brandId), [gift, pending]);
  expect(all.map((campaign) => 'spend' in campaign)).toEqual([false, false]);
});

test('a campaign’s total equals its earnings and settlement, whichever days gain or lose views', async () => {
  const { campaignId, postId } = await campaignWith({});
  const scope = brandScope(server.db, brandId);
  const day = fc.integer({ min: 10, max: 15 }).map((number) => `2026-03-${number}`);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(day, fc.nat(120_000)), { minLength: 1, maxLength: 4 }), async (days) => {
      await importViews(postId, days);
      const [campaign] = await readCampaignsById(scope, [campaignId]);
      const { spentCents, budgetDay } = await readSpend(scope, campaignId, terms);
      expect(campaign?.spend).toEqual({ spentCents, usedUpOn: budgetDay });
    }),
    { numRuns: 40 },
  );
});

test('a settled campaign’s total is the same on its card, in analytics and on the statement', async () => {
  const tagId = await given.tag();
  const token = (await server.sessionOf(brandId)).accessToken;
  await given.funds(brandId, 100_000);
  const body = newCampaign({ tagIds: [tagId], cpmBudgetCents: 50_000, startAtDeltaSecs: 0 });
  const { data: made } = await call(server, endpoints.createCampaign, { token, key: newKey(), body });
  await decideCampaign(server, made.id, 'APPROVED');
  const offerId = await given.offer(brandId, made.id, { stageType: 'ONGOING' });
  const postId = await given.post(brandId, offerId, { postedAt: server.clock.now() });
  const today = server.clock.now().toISOString().slice(0, 10);
  await importViews(postId, [[today, 48_000]]);
  const params = { campaignId: made.id };
  await call(server, endpoints.changeCampaign, { token, key: newKey(), params, body: { change: 'end' } });
  const settled = await settleNow({ db: server.db, now: server.clock.now }, { campaignId: made.id, countToday: true });
  await importViews(postId, [[today, 60_000]]);
  const { data: campaign } = await call(server, endpoints.getCampaign, { token, params });
  expect(campaign.spend?.spentCents).toBe(settled.earnedCents);
  const analytics = await readAnalytics(brandScope(server.db, brandId), { since: today, until: today });
  expect(analytics.budget).toEqual({ totalCents: 50_000, spentCents: settled.earnedCents, leftCents: 0 });
});
