import { endpoints } from '../../contract/endpoints.ts';
import { readCampaign, readCampaignPage, updateCampaign } from '../services/campaigns.ts';
import { createCampaign } from '../services/create-campaign.ts';
import type { HttpDeps } from './deps.ts';
import type { Router } from './router.ts';

export function mountCampaigns(router: Router, { flags, now }: HttpDeps): void {
  router.brand(endpoints.listCampaigns, ({ scope, query }) => readCampaignPage(scope, query));
  router.brand(endpoints.getCampaign, ({ scope, params }) => readCampaign(scope, params.campaignId));
  router.act(endpoints.createCampaign, ({ writer, body }) => createCampaign(writer, body, { flags, now: now() }));
  router.act(endpoints.updateCampaign, ({ writer, params, body }) =>
    updateCampaign(writer, params.campaignId, body, now()),
  );
}
