import { hashKey, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { patchQueries, setQueryResponse } from '#app/queries/write-queries.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Page } from '#contract/wire/page.ts';
import { campaignIn } from '#domain/offers/brand-record.ts';
import type { RecordWriter } from '#features/queue/public.ts';
import { campaignKeys, campaignQuery } from './queries.ts';
import { noteCampaignWrite } from './reads-after-write.ts';

type CampaignList = InfiniteData<Page<Campaign>>;

/** Patches a campaign in every query that shows it. */
function patchCampaign(client: QueryClient, id: string, patch: (shown: Campaign) => Campaign): void {
  patchQueries(client, { queryKey: campaignKeys.detail(id) }, patch);
  patchQueries<CampaignList>(client, { queryKey: campaignKeys.lists }, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      data: page.data.map((each) => (each.id === id ? patch(each) : each)),
    })),
  }));
}

/** Writes the server's response to every query that shows the campaign. */
export function setCampaign(client: QueryClient, campaign: Campaign): void {
  setQueryResponse(client, campaignQuery(campaign.id).queryKey, campaign);
  patchCampaign(client, campaign.id, () => campaign);
}

/** Removes an archived campaign from the other lists, since refetching them is slow on a bad network. */
function takeOutOfLists(client: QueryClient, id: string): void {
  const archived = campaignKeys.list('archived');
  patchQueries<CampaignList>(
    client,
    { queryKey: campaignKeys.lists, predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(archived) },
    (list) => {
      if (!list.pages.some(({ data }) => data.some((each) => each.id === id))) return list;
      return {
        ...list,
        pages: list.pages.map(({ data, pagination }) => ({
          data: data.filter((each) => each.id !== id),
          pagination: { ...pagination, total: pagination.total - 1 },
        })),
      };
    },
  );
}

/** Applies intents about campaigns to the queries that show them. */
export const campaignRecords: RecordWriter = {
  put(client, record) {
    const campaign = campaignIn(record);
    if (campaign === null) return;
    noteCampaignWrite();
    setCampaign(client, campaign);
  },
  patch: (client, id, change) =>
    patchCampaign(client, id, (shown) => campaignIn(change({ type: 'campaign', value: shown })) ?? shown),
  // Only archiving moves a campaign to another filter.
  refile: takeOutOfLists,
};
