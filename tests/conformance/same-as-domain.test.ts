import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PeriodQuery } from '#contract/analytics.ts';
import { approvalStatuses } from '#contract/brand.ts';
import type { Campaign } from '#contract/campaign.ts';
import { campaignStatuses, workerStatuses } from '#contract/campaign.ts';
import type { Changes, DailyFigure, Post } from '#contract/changes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Offer } from '#contract/offer.ts';
import { offerStageTypes } from '#contract/offer.ts';
import { analyticsOf, comparePosts, type PostDays, postRow } from '#domain/analytics.ts';
import { compareCampaigns, matchesCampaignQuery } from '#domain/campaign-status.ts';
import { dailyGains, recentViewCounts } from '#domain/daily-gains.ts';
import { compareOffers, matchesOfferQuery } from '#domain/offer-stage.ts';
import { paginate } from '#domain/pagination.ts';
import { addDays, dayOf, resolvePeriod } from '#domain/period.ts';
import { call } from '#tests/support/call.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { world } from '#tests/support/world.ts';

let server: TestServer;
let token: string;
let brandId: string;
const today = '2026-03-15';
const copy = { campaigns: [] as Campaign[], offers: [] as Offer[], posts: [] as PostDays[] };

/** Makes a brand with random rows, and copies all of it from the feed as a phone does. */
beforeAll(async () => {
  server = await startTestServer({ now: new Date(`${today}T12:00:00.000Z`) });
  const given = world(server.db);
  brandId = await given.brand();
  token = (await server.sessionOf(brandId)).accessToken;
  // The seed is fixed so that a failure of the properties below can be run again on the same brand.
  const pick = <T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number) =>
    fc.sample(arbitrary, { numRuns: count, seed });
  // Few instants make many rows share one, so that ids decide their order.
  const instant = fc.integer({ min: 0, max: 6 }).map((i) => new Date(Date.UTC(2026, 0, 10 + i * 10, 8, 0, 0, i % 2)));
  const shape = fc.record({
    approvalStatus: fc.constantFrom(...approvalStatuses),
    status: fc.constantFrom(...campaignStatuses),
    workerStatus: fc.option(fc.constantFrom(...workerStatuses)),
    createdAt: instant,
    startAt: instant,
    endAt: fc.option(instant.map((at) => new Date(at.getTime() + 80 * 86_400_000))),
    workerCpmCents: fc.integer({ min: 0, max: 900 }),
    workerBudgetCents: fc.integer({ min: 0, max: 400_000 }),
    workerViewTarget: fc.option(fc.nat()),
  });
  const stage = fc.record({
    stageType: fc.constantFrom(...offerStageTypes),
    updatedAt: instant,
    invalidationType: fc.option(fc.constantFrom('ADMIN_INVALIDATED', 'CAMPAIGN_ENDED')),
  });
  const snapshots = fc.dictionary(
    fc.integer({ min: -130, max: 3 }).map((days) => addDays(today, days)),
    fc.tuple(fc.nat(90_000), fc.nat(9_000), fc.nat(900), fc.nat(90)),
    { maxKeys: 25 },
  );
  for (const [i, campaign] of pick(shape, 24, 1).entries()) {
    const { startAt: workerStartDate, endAt: workerEndDate } = campaign;
    const campaignId = await given.campaign(brandId, { ...campaign, workerStartDate, workerEndDate });
    for (const offer of pick(stage, i % 5, 100 + i)) {
      const offerId = await given.offer(brandId, campaignId, offer);
      for (const [j, days] of pick(snapshots, i % 3, 200 + i).entries()) {
        const [postedAt = new Date(0)] = pick(instant, 1, 300 + i + j);
        const postId = await given.post(brandId, offerId, { postedAt, updatedAt: postedAt });
        await given.figures(
          brandId,
          postId,
          Object.entries(days).map(([day, counts]) => [day, ...counts]),
        );
      }
    }
  }
  await fillCopy();
});
afterAll(() => server?.close());

async function fillCopy() {
  const posts: Post[] = [];
  const days = new Map<string, DailyFigure[]>();
  let changes: Changes | undefined;
  do {
    const query = changes ? { cursor: changes.cursor } : {};
    changes = (await call(server, endpoints.getChanges, { token, query })).data;
    copy.campaigns.push(...changes.campaigns);
    copy.offers.push(...changes.offers);
    posts.push(...changes.posts);
    for (const { postId, days: some } of changes.figures) days.set(postId, [...(days.get(postId) ?? []), ...some]);
  } while (changes.more);
  copy.posts = posts.map((post) => ({
    post,
    days: (days.get(post.id) ?? []).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  }));
}

const someOf = <T extends string>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 }), { nil: undefined });
const paging = { page: fc.integer({ min: 1, max: 9 }), pageSize: fc.integer({ min: 1, max: 20 }) };
const joined = (values: readonly string[] | undefined) => values?.join(',');
const pages = (page: number, pageSize: number) => ({ page: String(page), pageSize: String(pageSize) });

const campaignList = fc.record({
  ...paging,
  approvalStatus: someOf(approvalStatuses),
  cpmWorkerStatus: someOf(workerStatuses),
  campaignStatus: someOf(campaignStatuses),
});
const offerList = fc.record({ ...paging, offerStageType: someOf(offerStageTypes), campaign: fc.option(fc.nat(23)) });
const preset = fc.constantFrom('today', 'yesterday', 'last_7d', 'last_30d', 'last_90d', 'last_365d');
const range = fc
  .tuple(fc.integer({ min: -200, max: 5 }), fc.nat(150))
  .map(([from, length]) => ({ since: addDays(today, from), until: addDays(today, from + length) }));
const period: fc.Arbitrary<PeriodQuery> = fc.oneof(
  range.map((days) => ({ timePeriodType: 'range' as const, ...days })),
  preset.map((name) => ({ timePeriodType: 'preset' as const, preset: name as PeriodQuery['preset'] })),
);
const analyticsList = fc.record({ ...paging, period, campaign: fc.option(fc.nat(23)) });

test('there is something to compare', () => {
  expect(copy.campaigns.length).toBe(24);
  expect(copy.offers.length).toBeGreaterThan(40);
  expect(copy.posts.filter(({ days }) => days.length > 0).length).toBeGreaterThan(30);
});

test('campaign lists: every filter, page and order', async () => {
  await fc.assert(
    fc.asyncProperty(campaignList, async ({ page, pageSize, ...query }) => {
      const { data } = await call(server, endpoints.listCampaigns, {
        token,
        query: {
          ...pages(page, pageSize),
          approvalStatus: joined(query.approvalStatus),
          cpmWorkerStatus: joined(query.cpmWorkerStatus),
          campaignStatus: joined(query.campaignStatus),
        },
      });
      const all = copy.campaigns.filter((campaign) => matchesCampaignQuery(campaign, query)).sort(compareCampaigns);
      expect(data).toEqual(paginate(all, page, pageSize));
    }),
    { numRuns: 150 },
  );
});

test('offer lists: every filter, page and order', async () => {
  await fc.assert(
    fc.asyncProperty(offerList, async ({ page, pageSize, offerStageType, campaign }) => {
      const campaignId = campaign === null ? undefined : copy.campaigns[campaign]?.id;
      const { data } = await call(server, endpoints.listOffers, {
        token,
        query: { ...pages(page, pageSize), campaignId, offerStageType: joined(offerStageType) },
      });
      const all = copy.offers.filter((offer) => matchesOfferQuery(offer, { campaignId, offerStageType }));
      expect(data).toEqual(paginate(all.sort(compareOffers), page, pageSize));
    }),
    { numRuns: 150 },
  );
});

test('analytics: every sum of every period, of the brand and of a campaign', async () => {
  await fc.assert(
    fc.asyncProperty(analyticsList, async ({ period: query, campaign, page, pageSize }) => {
      const chosen = campaign === null ? undefined : copy.campaigns[campaign];
      const campaigns = chosen ? [chosen] : copy.campaigns;
      const posts = copy.posts.filter(({ post }) => !chosen || post.campaignId === chosen.id);
      const days = resolvePeriod(query, dayOf(server.clock.now()));
      const brandName = 'Northwind Coffee';
      const summary = chosen
        ? await call(server, endpoints.getCampaignAnalytics, { token, params: { campaignId: chosen.id }, query })
        : await call(server, endpoints.getBrandAnalytics, { token, params: { brandId }, query });
      const name = chosen ? { campaignName: chosen.name } : { brandName };
      expect(summary.data).toEqual({ ...name, ...analyticsOf(campaigns, posts, days) });

      const daily = chosen
        ? await call(server, endpoints.getCampaignDays, { token, params: { campaignId: chosen.id }, query })
        : await call(server, endpoints.getBrandDays, { token, params: { brandId }, query });
      expect(daily.data.days).toEqual(
        dailyGains(
          posts.map((post) => post.days),
          days,
        ),
      );

      const listQuery = { ...query, ...pages(page, pageSize) };
      const list = chosen
        ? await call(server, endpoints.listCampaignPosts, {
            token,
            params: { campaignId: chosen.id },
            query: listQuery,
          })
        : await call(server, endpoints.listBrandPosts, { token, params: { brandId }, query: listQuery });
      const nameOf = (id: string) => copy.campaigns.find((each) => each.id === id)?.name ?? null;
      const rows = posts.toSorted(comparePosts).flatMap((post) => {
        const row = postRow(post, days, { brandId, brandName, campaignName: nameOf(post.post.campaignId) });
        return row ? [{ ...row, recentViewCounts: recentViewCounts(post.days, days) }] : [];
      });
      expect(list.data).toEqual(paginate(rows, page, pageSize));
    }),
    { numRuns: 150 },
  );
});
