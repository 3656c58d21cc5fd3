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

/** No network is nobody's fault: the campaign is marked when it is opened with one. */
const isWithoutNetwork = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 408 || error.code === 'not_available_offline');

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
      if (isWithoutNetwork(error)) return;
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
