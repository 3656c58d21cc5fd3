import { hashKey, type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/error.ts';
import { newUlid } from '../../api/ids.ts';
import { type Campaign, updateCampaign } from '../../contract/campaign.ts';
import type { Page } from '../../contract/page.ts';
import { toastError, toastSuccess } from '../../ui/toast.tsx';
import { campaignKeys } from './queries.ts';
import { noteCampaignWrite } from './reads-after-write.ts';

/** Puts a campaign as the server has it now wherever it is shown. */
export function putCampaign(client: QueryClient, campaign: Campaign): void {
  client.setQueryData(campaignKeys.detail(campaign.id), campaign);
  client.setQueriesData<InfiniteData<Page<Campaign>>>(
    { queryKey: campaignKeys.lists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((each) => (each.id === campaign.id ? campaign : each)),
        })),
      },
  );
}

/** Takes a campaign out of the lists that show it no longer, before they are read again: on a bad network that takes long. */
function takeOutOfLists(client: QueryClient, id: string): void {
  const archived = campaignKeys.list('archived');
  client.setQueriesData<InfiniteData<Page<Campaign>>>(
    { queryKey: campaignKeys.lists, predicate: ({ queryKey }) => hashKey(queryKey) !== hashKey(archived) },
    (list) => {
      if (!list?.pages.some(({ data }) => data.some((each) => each.id === id))) return list;
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

/** Archives a campaign, and says how it went. One key for one wish, kept over all tries. */
export function useArchiveCampaign(onArchived: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) => {
      const { data } = await call(updateCampaign, {
        params: { campaignId: id },
        body: { status: 'ARCHIVED' },
        idempotencyKey,
      });
      return data;
    },
    onSuccess: (campaign) => {
      noteCampaignWrite();
      client.setQueryData(campaignKeys.detail(campaign.id), campaign);
      takeOutOfLists(client, campaign.id);
      void client.invalidateQueries({ queryKey: campaignKeys.all });
      toastSuccess('Campaign archived');
      onArchived();
    },
    onError: (error) => toastError('Error archiving campaign.', { detail: messageOf(error), id: 'archive' }),
  });
  return { archive: (id: string) => mutate({ id, idempotencyKey: newUlid() }), isPending };
}
