import { endpoints } from '../../contract/endpoints.ts';
import { notFound } from '../api-error.ts';
import { readAnalytics, readPostPage } from '../services/analytics.ts';
import { readCampaign } from '../services/campaigns.ts';
import type { HttpDeps } from './deps.ts';
import type { Router } from './router.ts';

/** Another brand's figures are not there, like its campaigns. */
const requireOwn = (brandId: string, sessionBrandId: string) => {
  if (brandId !== sessionBrandId) throw notFound('Brand not found.');
};

export function mountAnalytics(router: Router, { now }: HttpDeps): void {
  router.brand(endpoints.getBrandAnalytics, async ({ scope, brand, params, query }) => {
    requireOwn(params.brandId, brand.id);
    return { brandName: brand.name, ...(await readAnalytics(scope, query, now())) };
  });
  router.brand(endpoints.listBrandPosts, async ({ scope, brand, params, query }) => {
    requireOwn(params.brandId, brand.id);
    return readPostPage(scope, query, now());
  });
  router.brand(endpoints.getCampaignAnalytics, async ({ scope, params, query }) => {
    const campaign = await readCampaign(scope, params.campaignId);
    return { campaignName: campaign.name, ...(await readAnalytics(scope, query, now(), campaign.id)) };
  });
  router.brand(endpoints.listCampaignPosts, async ({ scope, params, query }) => {
    const campaign = await readCampaign(scope, params.campaignId);
    return readPostPage(scope, query, now(), campaign.id);
  });
}
