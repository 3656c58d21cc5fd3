import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { listPage } from '#app/queries/list-page.ts';
import { getCampaignAnalytics } from '#contract/brand/analytics.ts';
import { type Campaign, getCampaign, listCampaigns } from '#contract/brand/campaign.ts';
import type { Page } from '#contract/wire/page.ts';
import { campaignFilters } from '#domain/campaigns/campaign-status.ts';
import { limits } from '#domain/shared/limits.ts';
import { campaignPeriod } from '#domain/time/period.ts';
import { painted } from '#ui/styles/painted.ts';
import { noteCampaignWrite, readsAfterWrite } from './reads-after-write.ts';

export type CampaignFilterKey = (typeof campaignFilters)[number]['key'];

export const campaignKeys = {
  all: ['campaigns'] as const,
  lists: ['campaigns', 'list'] as const,
  list: (filter: CampaignFilterKey) => ['campaigns', 'list', filter] as const,
  count: (filter: CampaignFilterKey) => ['campaigns', 'count', filter] as const,
  detail: (id: string) => ['campaigns', 'detail', id] as const,
};

const statusQueryOf = (filter: CampaignFilterKey) => campaignFilters.find(({ key }) => key === filter)?.query ?? {};

/** Campaigns matching a filter, newest first, 20 per page. */
export const campaignListQuery = (filter: CampaignFilterKey) =>
  infiniteQueryOptions({
    queryKey: campaignKeys.list(filter),
    queryFn: ({ client, queryKey, pageParam: page, signal }) => {
      const query = { ...statusQueryOf(filter), page, pageSize: limits.pageSize.campaigns };
      const read = async () => (await call(listCampaigns, { query, signal, ...readsAfterWrite() })).data;
      return listPage({ client, queryKey, page, read, painted });
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => pagination.nextPage,
    meta: { firstFrame: true },
  });

/** Number of campaigns matching a filter. */
export const campaignCountQuery = (filter: CampaignFilterKey) =>
  queryOptions({
    queryKey: campaignKeys.count(filter),
    queryFn: async ({ signal }) => {
      const query = { ...statusQueryOf(filter), page: 1, pageSize: 1 };
      return (await call(listCampaigns, { query, signal, ...readsAfterWrite() })).data.pagination.total;
    },
  });

export const campaignQuery = (campaignId: string) =>
  queryOptions({
    queryKey: campaignKeys.detail(campaignId),
    queryFn: async ({ signal }) =>
      (await call(getCampaign, { params: { campaignId }, signal, ...readsAfterWrite() })).data,
  });

/** Refetches lists and counts after a campaign was created, bypassing the local copy. */
export function refreshAfterCreation(client: QueryClient): void {
  noteCampaignWrite();
  void client.invalidateQueries({ queryKey: campaignKeys.all });
}

/** A campaign from any cached list, for use until its own query has loaded. */
export function campaignInLists(client: QueryClient, campaignId: string): Campaign | undefined {
  return client
    .getQueriesData<{ pages: Page<Campaign>[] }>({ queryKey: campaignKeys.lists })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
    .find(({ id }) => id === campaignId);
}

/** Gains of the campaign's posts from its start to 90 days past its end. */
export const campaignAnalyticsQuery = (campaign: Pick<Campaign, 'id' | 'CPMWorker' | 'startAt' | 'endAt'>) => {
  const period = campaignPeriod(campaign);
  return queryOptions({
    queryKey: ['analytics', 'campaign', campaign.id, period] as const,
    queryFn: async ({ signal }) => {
      const query = { timePeriodType: 'range', ...period } as const;
      return (await call(getCampaignAnalytics, { params: { campaignId: campaign.id }, query, signal })).data;
    },
  });
};
