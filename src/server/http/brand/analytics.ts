import type { PeriodQuery } from '#contract/brand/analytics.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { dayOf, resolvePeriod } from '#domain/time/period.ts';
import { notFound } from '#server/errors/api-error.ts';
import { readAnalytics, readDailyGains } from '#server/services/campaigns/analytics.ts';
import { readCampaign } from '#server/services/campaigns/campaigns.ts';
import { readPostAnalytics } from '#server/services/figures/post-analytics.ts';
import type { HttpDeps } from '../deps.ts';
import type { Router } from '../router.ts';

/** Requests for another brand's figures get a 404, like those for its campaigns. */
const requireOwn = (brandId: string, sessionBrandId: string) => {
  if (brandId !== sessionBrandId) throw notFound('Brand not found.');
};

export function mountAnalytics(router: Router, { now }: HttpDeps): void {
  const periodOf = (query: PeriodQuery) => resolvePeriod(query, dayOf(now()));

  router.report(endpoints.getBrandAnalytics, async ({ scope, brand, params, query }) => {
    requireOwn(params.brandId, brand.id);
    return { brandName: brand.name, ...(await readAnalytics(scope, periodOf(query))) };
  });
  router.report(endpoints.getBrandDays, async ({ scope, brand, params, query }) => {
    requireOwn(params.brandId, brand.id);
    return { days: await readDailyGains(scope, periodOf(query)) };
  });
  router.report(endpoints.listBrandPosts, async ({ scope, brand, params, query }) => {
    requireOwn(params.brandId, brand.id);
    return readPostAnalytics(scope, { ...query, period: periodOf(query), brandName: brand.name });
  });
  router.report(endpoints.getCampaignAnalytics, async ({ scope, params, query }) => {
    const { id, name } = await readCampaign(scope, params.campaignId);
    return { campaignName: name, ...(await readAnalytics(scope, periodOf(query), id)) };
  });
  router.report(endpoints.getCampaignDays, async ({ scope, params, query }) => {
    const { id } = await readCampaign(scope, params.campaignId);
    return { days: await readDailyGains(scope, periodOf(query), id) };
  });
  router.report(endpoints.listCampaignPosts, async ({ scope, brand, params, query }) => {
    const { id } = await readCampaign(scope, params.campaignId);
    return readPostAnalytics(scope, { ...query, period: periodOf(query), brandName: brand.name, campaignId: id });
  });
}
