import { hashKey, type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { askForSyncStatus } from '#api/sync-status.ts';
import { keepStorage } from '#app/keep-storage.ts';
import { isSettled, takenBack } from '#app/settled-actions.ts';
import { type Campaign, updateCampaign } from '#contract/campaign.ts';
import { intentWords } from '#contract/intent.ts';
import type { Page } from '#contract/page.ts';
import { orderOfQueue } from '#features/queue/public.ts';
import { toastError, toastInfo, toastSuccess } from '#ui/toast.tsx';
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
function layArchive(client: QueryClient, id: string, pendingAction: NonNullable<Campaign['pendingAction']>): void {
  client.setQueryData<Campaign>(
    campaignKeys.detail(id),
    (shown) => shown && { ...shown, status: 'ARCHIVED', pendingAction },
  );
  takeOutOfLists(client, id);
}

/** Takes back a change of a campaign that was not sent yet; says so where it is too late. */
export async function undoChange(client: QueryClient, actionId: string): Promise<void> {
  await orderOfQueue('undo', actionId);
  await client.invalidateQueries({ queryKey: campaignKeys.all });
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
      if (queued === null) {
        noteCampaignWrite();
        client.setQueryData(campaignKeys.detail(campaign.id), campaign);
        takeOutOfLists(client, campaign.id);
        toastSuccess(intentWords['archive-campaign'].done);
      } else if (!isSettled(queued.actionId)) {
        const { actionId } = queued;
        void keepStorage();
        const queuedAt = new Date().toISOString();
        layArchive(client, id, { actionId, kind: 'archive-campaign', state: 'waiting', queuedAt });
        const onUndo = () => void undoChange(client, actionId);
        toastInfo(intentWords['archive-campaign'].queued, { id: actionId, onUndo });
      }
      // A worker tells what to read again before it answers: only where it has not, the page sees to that itself.
      if (queued === null && !isSettled(idempotencyKey)) {
        void client.invalidateQueries({ queryKey: campaignKeys.all });
      }
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
