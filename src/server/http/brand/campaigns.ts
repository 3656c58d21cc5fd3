import { endpoints } from '#contract/calls/endpoints.ts';
import {
  readCampaign,
  readCampaignPage,
  renameCampaign,
  updateCampaign,
} from '#server/services/campaigns/campaigns.ts';
import { changeCampaign } from '#server/services/campaigns/change-campaign.ts';
import { createCampaign } from '#server/services/campaigns/create-campaign.ts';
import { requireStoredFiles } from '#server/services/files/kept-files.ts';
import type { HttpDeps } from '../deps.ts';
import type { Router } from '../router.ts';

export function mountCampaigns(router: Router, { flags, uploads, now }: HttpDeps): void {
  router.brand(endpoints.listCampaigns, ({ scope, query }) => readCampaignPage(scope, query));
  router.brand(endpoints.getCampaign, ({ scope, params }) => readCampaign(scope, params.campaignId));
  router.act(endpoints.createCampaign, async ({ writer, body }) => {
    const media = body.media.flatMap(({ imageUrl, videoUrl }) => imageUrl ?? videoUrl ?? []);
    const addresses = [...media, ...(body.postingMedia ? [body.postingMedia] : [])];
    await requireStoredFiles(writer, uploads, { addresses, path: 'body.media', now: now() });
    return createCampaign(writer, body, { flags, now: now() });
  });
  router.act(endpoints.updateCampaign, ({ writer, params, body }) =>
    updateCampaign(writer, params.campaignId, body, now()),
  );
  router.act(endpoints.renameCampaign, ({ writer, params, body }) =>
    renameCampaign(writer, params.campaignId, body.name),
  );
  router.act(endpoints.changeCampaign, ({ writer, params, body }) =>
    changeCampaign(writer, params.campaignId, body, now()),
  );
}
