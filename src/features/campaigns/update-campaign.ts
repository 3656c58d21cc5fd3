import { hashKey, type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from '#api/client.ts';
import { messageOf } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { askForSyncStatus } from '#api/sync-status.ts';
import { takenBack } from '#app/intents/settled-actions.ts';
import { patchQueries, putAnswer } from '#app/queries/write-queries.ts';
import { type Campaign, updateCampaign } from '#contract/brand/campaign.ts';
import type { PendingAction } from '#contract/brand/intent.ts';
import type { Page } from '#contract/wire/page.ts';
import { tellOfIntent } from '#features/queue/public.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { campaignKeys, campaignQuery } from './queries.ts';
import { noteCampaignWrite } from './reads-after-write.ts';

type CampaignList = InfiniteData<Page<Campaign>>;

/** Shows a change of a campaign everywhere at once. */
export function patchCampaign(client: QueryClient, id: string, patch: (shown: Campaign) => Campaign): void {
  patchQueries(client, { queryKey: campaignKeys.detail(id) }, patch);
  patchQueries<CampaignList>(client, { queryKey: campaignKeys.lists }, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      data: page.data.map((each) => (each.id === id ? patch(each) : each)),
    })),
  }));
}

/** Shows the server's answer about a campaign everywhere at once. */
export function putCampaign(client: QueryClient, campaign: Campaign): void {
  putAnswer(client, campaignQuery(campaign.id).queryKey, campaign);
  patchCampaign(client, campaign.id, () => campaign);
}

/** Takes an archived campaign out of the other lists. Reading them again would take long on a bad network. */
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

/** Applies the optimistic update of a pending archiving to every cached copy of its campaign. */
function layArchive(client: QueryClient, id: string, pendingAction: PendingAction): void {
  patchQueries<Campaign>(client, { queryKey: campaignKeys.detail(id) }, (shown) => ({
    ...shown,
    status: 'ARCHIVED',
    pendingAction,
  }));
  takeOutOfLists(client, id);
}

/** Archives a campaign, now or as soon as there is a network, and reports the result. All retries share one key. */
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
        putAnswer(client, campaignQuery(campaign.id).queryKey, campaign);
        takeOutOfLists(client, campaign.id);
      }
      const lay = (pendingAction: PendingAction) => layArchive(client, id, pendingAction);
      tellOfIntent(client, { kind: 'archive-campaign', idempotencyKey, queued, lay });
      onArchived();
    },
    onError(error, { idempotencyKey }) {
      if (takenBack(idempotencyKey).aborted) return;
      toastError('Error archiving campaign.', { detail: messageOf(error), id: 'archive' });
      // It may have been queued all the same; asking for the status reveals that and has it sent at once.
      void askForSyncStatus();
    },
  });
  return { archive: (id: string) => mutate({ id, idempotencyKey: newUlid() }), isPending };
}
