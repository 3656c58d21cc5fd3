import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalStatuses } from '#contract/brand/brand.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { campaignStatuses, workerStatuses } from '#contract/brand/campaign.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { offerStageTypes } from '#contract/brand/offer.ts';
import type { DailyFigure, Post } from '#contract/calls/changes.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { compareCampaigns, matchesCampaignQuery } from '#domain/campaigns/campaign-status.ts';
import { analyticsOf, comparePosts, type PostDays, postRow } from '#domain/figures/analytics.ts';
import { countingsOf } from '#domain/figures/baseline.ts';
import { dailyGains, recentViewCounts } from '#domain/figures/daily-gains.ts';
import { offerOrder } from '#domain/offers/offer-order.ts';
import { matchesOfferQuery } from '#domain/offers/offer-stage.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { dayOf, resolvePeriod } from '#domain/time/period.ts';
import { anyBrand } from '#tests/support/calls/any-brand.ts';
import { anyPeriod } from '#tests/support/calls/any-get.ts';
import { call } from '#tests/support/calls/call.ts';
import { changePages } from '#tests/support/calls/feed.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const today = '2026-03-15';
const brandName = 'Northwind Coffee';
const { server, given } = await apiServer();
const { brandId } = await anyBrand(given, { seed: 1, today, name: brandName, campaigns: 24 });
const token = (await server.sessionOf(brandId)).accessToken;
const copy = await copyOfFeed();

/** Copies all of the brand's data from the feed, as a phone does. */
async function copyOfFeed() {
  const [campaigns, offers, posts]: [Campaign[], Offer[], Post[]] = [[], [], []];
  const days = new Map<string, DailyFigure[]>();
  for await (const changes of changePages(server, token)) {
    campaigns.push(...changes.campaigns);
    offers.push(...changes.offers);
    posts.push(...changes.posts);
    for (const { postId, days: some } of changes.figures) days.set(postId, [...(days.get(postId) ?? []), ...some]);
  }
  const daysOf = (id: string) => (days.get(id) ?? []).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const countingOf = countingsOf(campaigns);
  const counted = posts.map((post): PostDays => ({ post, days: daysOf(post.id), counting: countingOf(post) }));
  return { campaigns, offers, posts: counted };
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
const analyticsList = fc.record({ ...paging, period: anyPeriod(today), campaign: fc.option(fc.nat(23)) });

test('the demo has data to compare', () => {
  expect(copy.campaigns.length).toBe(24);
  expect(copy.offers.length).toBeGreaterThan(40);
  expect(copy.posts.filter(({ days }) => days.length > 0).length).toBeGreaterThan(30);
});

test('campaign lists match for every filter, page and order', async () => {
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

test('offer lists match for every filter, page and order', async () => {
  await fc.assert(
    fc.asyncProperty(offerList, async ({ page, pageSize, offerStageType, campaign }) => {
      const campaignId = campaign === null ? undefined : copy.campaigns[campaign]?.id;
      const { data } = await call(server, endpoints.listOffers, {
        token,
        query: { ...pages(page, pageSize), campaignId, offerStageType: joined(offerStageType) },
      });
      const all = copy.offers.filter((offer) => matchesOfferQuery(offer, { campaignId, offerStageType }));
      expect(data).toEqual(paginate(all.sort(offerOrder({ campaignId })), page, pageSize));
    }),
    { numRuns: 150 },
  );
});

test('analytics match for every total of every period, of the brand and of a campaign', async () => {
  await fc.assert(
    fc.asyncProperty(analyticsList, async ({ period: query, campaign, page, pageSize }) => {
      const chosen = campaign === null ? undefined : copy.campaigns[campaign];
      const campaigns = chosen ? [chosen] : copy.campaigns;
      const posts = copy.posts.filter(({ post }) => !chosen || post.campaignId === chosen.id);
      const days = resolvePeriod(query, dayOf(server.clock.now()));
      const summary = chosen
        ? await call(server, endpoints.getCampaignAnalytics, { token, params: { campaignId: chosen.id }, query })
        : await call(server, endpoints.getBrandAnalytics, { token, params: { brandId }, query });
      const name = chosen ? { campaignName: chosen.name } : { brandName };
      expect(summary.data).toEqual({ ...name, ...analyticsOf(campaigns, posts, days) });

      const daily = chosen
        ? await call(server, endpoints.getCampaignDays, { token, params: { campaignId: chosen.id }, query })
        : await call(server, endpoints.getBrandDays, { token, params: { brandId }, query });
      expect(daily.data.days).toEqual(dailyGains(posts, days));

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
        return row ? [{ ...row, recentViewCounts: recentViewCounts(post, days) }] : [];
      });
      expect(list.data).toEqual(paginate(rows, page, pageSize));
    }),
    { numRuns: 150 },
  );
});
