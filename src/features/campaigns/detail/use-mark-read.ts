import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, messageOf } from '../../../api/error.ts';
import { newUlid } from '../../../api/ids.ts';
import { useOnline } from '../../../api/online.ts';
import { type Campaign, updateCampaign } from '../../../contract/campaign.ts';
import { toastError } from '../../../ui/toast.tsx';
import { noteCampaignWrite } from '../reads-after-write.ts';
import { putCampaign } from '../update-campaign.ts';

/** Answers of what stands before the server, or of a server that is busy: they say nothing of the campaign. */
const passingStatuses = [0, 408, 429, 502, 503, 504];

/** Nobody's fault, and no reason to leave the campaign: it is marked when it is opened again. */
const isPassing = (error: unknown) =>
  error instanceof ApiError &&
  (passingStatuses.includes(error.status) || ['not_available_offline', 'unreadable_answer'].includes(error.code));

/** Opening an unread campaign marks it read, quietly; only a refusal is told. */
export function useMarkRead(campaign: Campaign | undefined): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const online = useOnline();
  const asked = useRef(false);
  const { mutate } = useMutation({
    mutationFn: async ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) => {
      const { data } = await call(updateCampaign, {
        params: { campaignId: id },
        body: { unread: false },
        idempotencyKey,
      });
      return data;
    },
    onSuccess: (read) => {
      noteCampaignWrite();
      putCampaign(client, read);
    },
    onError: (error) => {
      if (isPassing(error)) return;
      toastError('Error updating campaign.', { detail: messageOf(error), id: 'mark-read' });
      void navigate({ to: '/dashboard/campaigns', replace: true });
    },
  });
  const unreadId = campaign?.unread ? campaign.id : undefined;
  useEffect(() => {
    if (unreadId === undefined || !online || asked.current) return;
    asked.current = true;
    mutate({ id: unreadId, idempotencyKey: newUlid() });
  }, [unreadId, online, mutate]);
}
