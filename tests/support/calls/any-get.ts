import fc from 'fast-check';
import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
  type PeriodQuery,
  periodPresets,
} from '#contract/brand/analytics.ts';
import { listPayments } from '#contract/brand/billing.ts';
import { approvalStatuses, getBrand, listTags } from '#contract/brand/brand.ts';
import { campaignStatuses, getCampaign, listCampaigns, workerStatuses } from '#contract/brand/campaign.ts';
import { getOffer, listChangeTemplates, listOffers, offerStageTypes } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { addDays, type Day } from '#domain/time/period.ts';

interface Known {
  brandId: string;
  campaignIds: readonly string[];
  offerIds: readonly string[];
  today: Day;
}

const someOf = (values: readonly string[]) =>
  fc.option(
    fc.uniqueArray(fc.constantFrom(...values), { maxLength: 4 }).map((some) => some.join(',')),
    { nil: undefined },
  );
const paging = {
  page: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  pageSize: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined }),
};

/** A range of days around today, or a preset. */
export function anyPeriod(today: Day): fc.Arbitrary<PeriodQuery> {
  const range = fc.tuple(fc.integer({ min: -200, max: 5 }), fc.nat(150)).map(([from, length]) => ({
    timePeriodType: 'range' as const,
    since: addDays(today, from),
    until: addDays(today, from + length),
  }));
  const preset = fc.constantFrom(...periodPresets);
  return fc.oneof(
    range,
    preset.map((name) => ({ timePeriodType: 'preset' as const, preset: name })),
  );
}

/** Paths of all GETs that a phone serves from its local data, with any filter, page and period. */
export function anyGet({ brandId, campaignIds, offerIds, today }: Known): fc.Arbitrary<string> {
  const campaignId = fc.constantFrom(...campaignIds);
  const period = fc.oneof({ weight: 2, arbitrary: anyPeriod(today) }, fc.constant({}));
  const periodPage = fc.tuple(period, fc.record(paging)).map(([days, page]) => ({ ...days, ...page }));
  const campaignList = fc.record({
    ...paging,
    approvalStatus: someOf(approvalStatuses),
    cpmWorkerStatus: someOf(workerStatuses),
    campaignStatus: someOf(campaignStatuses),
  });
  const offerList = fc.record({
    ...paging,
    campaignId: fc.option(campaignId, { nil: undefined }),
    offerStageType: someOf(offerStageTypes),
  });
  return fc.oneof(
    fc.constantFrom(pathOf(getBrand), pathOf(listTags), pathOf(listChangeTemplates)),
    fc.constantFrom(...offerIds).map((id) => pathOf(getOffer, { id })),
    campaignId.map((id) => pathOf(getCampaign, { campaignId: id })),
    fc.record(paging).map((query) => pathOf(listPayments, {}, query)),
    { weight: 4, arbitrary: campaignList.map((query) => pathOf(listCampaigns, {}, query)) },
    { weight: 4, arbitrary: offerList.map((query) => pathOf(listOffers, {}, query)) },
    { weight: 3, arbitrary: period.map((query) => pathOf(getBrandAnalytics, { brandId }, query)) },
    { weight: 3, arbitrary: period.map((query) => pathOf(getBrandDays, { brandId }, query)) },
    { weight: 3, arbitrary: periodPage.map((query) => pathOf(listBrandPosts, { brandId }, query)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(campaignId, period)
        .map(([id, query]) => pathOf(getCampaignAnalytics, { campaignId: id }, query)),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(campaignId, period).map(([id, query]) => pathOf(getCampaignDays, { campaignId: id }, query)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(campaignId, periodPage)
        .map(([id, query]) => pathOf(listCampaignPosts, { campaignId: id }, query)),
    },
  );
}
