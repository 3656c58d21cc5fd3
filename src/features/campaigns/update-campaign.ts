import { hashKey, type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { askForSyncStatus } from '#api/sync-status.ts';
import { takenBack } from '#app/settled-actions.ts';
import { type Campaign, updateCampaign } from '#contract/campaign.ts';
import type { PendingAction } from '#contract/intent.ts';
import type { Page } from '#contract/page.ts';
import { tellOfIntent } from '#features/queue/public.ts';
import { toastError } from '#ui/toast.tsx';
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

/** Lays an archiving that waits over its campaign wherever it is shown. */
function layArchive(client: QueryClient, id: string, pendingAction: PendingAction): void {
  client.setQueryData<Campaign>(
    campaignKeys.detail(id),
    (shown) => shown && { ...shown, status: 'ARCHIVED', pendingAction },
  );
  takeOutOfLists(client, id);
}

/** Archives a campaign, now or as soon as there is a network, and says how it went. One key for one wish, over all tries. */
export function useArchiveCampaign(onArchived: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      act(updateCampaign, {
        params: { campaignId: id },
        body: { status: 'ARCHIVED' },
        idempotencyKey,
        signal: takenBack(idempotencyKey),
      }),
    onSuccess: ({ data: campaign, queued }, { id, idempotencyKey }) => {
      if (campaign !== null) {
        noteCampaignWrite();
        client.setQueryData(campaignKeys.detail(campaign.id), campaign);
        takeOutOfLists(client, campaign.id);
      }
      const lay = (pendingAction: PendingAction) => layArchive(client, id, pendingAction);
      tellOfIntent(client, { kind: 'archive-campaign', idempotencyKey, queued, lay });
      onArchived();
    },
    onError(error, { idempotencyKey }) {
      if (takenBack(idempotencyKey).aborted) return;
      toastError('Error archiving campaign.', { detail: messageOf(error), id: 'archive' });
      // It may be in the queue all the same: the status tells, and has it sent at once.
      void askForSyncStatus();
    },
  });
  return { archive: (id: string) => mutate({ id, idempotencyKey: newUlid() }), isPending };
}
