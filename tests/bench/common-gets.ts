import type { Page } from 'playwright';
import { listCampaigns } from '#contract/brand/campaign.ts';
import { listOffers } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { campaignFilters } from '#domain/campaigns/campaign-status.ts';
import { offerFilters } from '#domain/offers/offer-stage.ts';

type Query = Record<string, string | undefined>;

const campaignsPath = (query: Query) => pathOf(listCampaigns, {}, query);
const offersPath = (query: Query) => pathOf(listOffers, {}, { page: '1', pageSize: '10', ...query });

async function idsOf(page: Page, path: string): Promise<string[]> {
  return page.evaluate(async (address) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    const { data } = (await (await fetch(address, { headers })).json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  }, path);
}

function first(ids: readonly string[], what: string): string {
  const [id] = ids;
  if (id === undefined) throw new Error(`There is no ${what}.`);
  return id;
}

/** A campaign with offers in many stages. */
export const runningCampaign = async (page: Page): Promise<string> =>
  first(await idsOf(page, campaignsPath({ cpmWorkerStatus: 'ACTIVE', page: '1', pageSize: '20' })), 'running campaign');

/** The ten GETs that the app sends most. */
export async function commonGets(page: Page, campaignId: string): Promise<string[]> {
  const offerId = first(await idsOf(page, offersPath({ campaignId })), 'offer');
  const stagesOf = (key: string) => offerFilters.find((filter) => filter.key === key)?.stages.join(',');
  const ended = campaignFilters.find(({ key }) => key === 'completed')?.query;
  const completed = ended && 'cpmWorkerStatus' in ended ? ended.cpmWorkerStatus.join(',') : undefined;
  const ofList = { campaignStatus: 'ACTIVE', pageSize: '20' };
  return [
    '/brand/v1.0/brands/current',
    '/brand/v1.0/tags',
    campaignsPath({ ...ofList, page: '1' }),
    campaignsPath({ ...ofList, page: '2' }),
    campaignsPath({ ...ofList, page: '1', cpmWorkerStatus: completed }),
    `/brand/v1.0/campaigns/details/${campaignId}`,
    offersPath({ campaignId }),
    offersPath({ campaignId, offerStageType: stagesOf('with-brand') }),
    `/brand/v1.0/offers/${offerId}`,
    `/brand/v1.0/analytics/campaign/${campaignId}?timePeriodType=preset&preset=last_90d`,
  ];
}
