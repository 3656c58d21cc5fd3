import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { act } from '#api/client.ts';
import { ApiError, messageOf } from '#api/error.ts';
import { newUlid } from '#api/ids.ts';
import { meaningOf } from '#api/meaning.ts';
import { type Campaign, updateCampaign } from '#contract/brand/campaign.ts';
import { isMarkMoot } from '#domain/campaigns/mark-read.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { campaignKeys } from '../queries.ts';
import { noteCampaignWrite } from '../reads-after-write.ts';
import { patchCampaign, putCampaign } from '../update-campaign.ts';

/** A failure of the way is no reason to leave the campaign: it is marked when it is opened again. */
const ofTheWay: readonly unknown[] = ['passing', 'unusable', 'session'];

const isTold = (error: unknown) =>
  !ofTheWay.includes(meaningOf(error)) && !(error instanceof ApiError && isMarkMoot(error));

/** Marks an unread campaign as read on opening, silently, now or once there is a network. Only a refusal is reported. */
export function useMarkRead(campaign: Campaign | undefined): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const marked = useRef<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: ({ campaignId, idempotencyKey }: { campaignId: string; idempotencyKey: string }) =>
      act(updateCampaign, { params: { campaignId }, body: { unread: false }, idempotencyKey }),
    onSuccess({ data: read }) {
      // Queued, it is laid over the campaign by the worker.
      if (read === null) return;
      noteCampaignWrite();
      putCampaign(client, read);
    },
    onError(error) {
      if (!isTold(error)) return;
      void client.invalidateQueries({ queryKey: campaignKeys.all });
      toastError('Error updating campaign.', { detail: messageOf(error), id: 'mark-read' });
    },
  });
  useEffect(() => {
    if (campaign === undefined || !campaign.unread || marked.current === campaign.id) return;
    marked.current = campaign.id;
    patchCampaign(client, campaign.id, (shown) => ({ ...shown, unread: false }));
    // A callback of `mutate` is not called once the user has gone elsewhere.
    const onError = (error: unknown) => {
      if (isTold(error)) void navigate({ to: '/dashboard/campaigns', replace: true });
    };
    mutate({ campaignId: campaign.id, idempotencyKey: newUlid() }, { onError });
  }, [campaign, client, mutate, navigate]);
}
