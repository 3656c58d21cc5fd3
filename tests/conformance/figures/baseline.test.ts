import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { readCreatorOffer } from '#server/services/creators/offer-view.ts';
import { call } from '#tests/support/calls/call.ts';
import { importContent, metricsFile, type Row, row } from '#tests/support/calls/metrics.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given, loggedIn } = await apiServer();
const startAt = new Date('2026-03-10T15:00:00.000Z');
let brandId: string;
let token: string;
let campaignId: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
  const worker = { workerStartDate: startAt, workerViewTarget: 200_000, workerCpmCents: 500 };
  const dates = { startAt, endAt: new Date('2026-04-09T15:00:00.000Z') };
  campaignId = await given.campaign(brandId, { platforms: ['YOUTUBE'], ...dates, ...worker });
});

const importRows = (rows: Row[]) => importContent(server, campaignId, metricsFile(rows));
const analytics = async (since: string, until: string) =>
  (await call(server, endpoints.getCampaignAnalytics, { token, params: { campaignId }, query: { since, until } })).data;
const days = async (since: string, until: string) =>
  (
    await call(server, endpoints.getCampaignDays, { token, params: { campaignId }, query: { since, until } })
  ).data.days.map(([day, views]) => `${day} ${views}`);

test('views from before the campaign aren’t charged, shown as gained or counted towards the goal', async () => {
  const report = await importRows([
    row('old', '2026-02-10', 500_000),
    row('old', '2026-03-10', 501_000),
    row('old', '2026-03-11', 503_000),
  ]);
  expect(report.notes).toContain(
    '1 post is older than the campaign, which began on 2026-03-10. The 500,000 views that it already had are not charged and don’t count.',
  );
  expect(await analytics('2026-02-01', '2026-03-31')).toMatchObject({
    ...{ viewCount: 3_000, likeCount: 300, calculatedCpmCentsTotal: 500, postCount: 1 },
  });
  expect(await days('2026-02-01', '2026-03-31')).toEqual(['2026-03-10 1000', '2026-03-11 2000']);
  const { data: list } = await call(server, endpoints.listCampaignPosts, {
    ...{ token, params: { campaignId }, query: { since: '2026-02-01', until: '2026-03-31' } },
  });
  expect(list.data.map(({ viewCount, recentViewCounts }) => [viewCount, recentViewCounts?.at(-21)])).toEqual([
    [3_000, 2_000],
  ]);

  const { data: shown } = await call(server, endpoints.getCampaign, { token, params: { campaignId } });
  expect(shown.viewCount).toBe(3_000);
  await moveDueCampaigns(server.db, server.clock.now());
  const [stored] = await server.db.select().from(campaigns).where(eq(campaigns.id, campaignId));
  expect(stored?.workerStatus).toBe('ACTIVE');
});

test('views from before the campaign earn the creator nothing', async () => {
  await importRows([row('older', '2026-02-10', 500_000), row('older', '2026-03-12', 502_000)]);
  const { data } = await call(server, endpoints.listOffers, { token, query: { campaignId } });
  const view = await readCreatorOffer(brandScope(server.db, brandId), data.data[0]?.id as string, server.clock.now());
  expect(view.post).toMatchObject({ viewCount: 2_000, earnedCents: 1_000 });
});

test('an older post without earlier figures uses its first figures as the baseline', async () => {
  const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
  const old = await given.post(brandId, offerId, { postedAt: new Date('2026-03-09T23:59:59.000Z') });
  const young = await given.post(brandId, offerId, { postedAt: new Date('2026-03-10T00:00:00.000Z') });
  for (const postId of [old, young]) {
    await given.figures(brandId, postId, [
      ['2026-03-12', 70_000, 0, 0, 0],
      ['2026-03-13', 71_000, 0, 0, 0],
    ]);
  }
  expect(await days('2026-03-01', '2026-03-31')).toEqual(['2026-03-12 70000', '2026-03-13 2000']);
  const { data: list } = await call(server, endpoints.listCampaignPosts, {
    ...{ token, params: { campaignId }, query: { since: '2026-03-01', until: '2026-03-31' } },
  });
  expect(list.data.map(({ viewCount }) => viewCount).sort()).toEqual([1_000, 71_000]);
});

test('a file that backdates a post turns earlier counts into its baseline', async () => {
  await importRows([row('late', '2026-03-12', 40_000), row('late', '2026-03-13', 41_000)]);
  expect(await analytics('2026-03-01', '2026-03-31')).toMatchObject({ viewCount: 41_000 });
  const report = await importRows([row('late', '2026-03-08', 39_000)]);
  expect(report.backdatedPosts).toBe(1);
  expect(await analytics('2026-03-01', '2026-03-31')).toMatchObject({ viewCount: 2_000 });
  expect(await days('2026-03-01', '2026-03-31')).toEqual(['2026-03-12 1000', '2026-03-13 1000']);
});
