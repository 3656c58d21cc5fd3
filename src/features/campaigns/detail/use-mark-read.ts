import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '#api/error.ts';
import { classifyError } from '#api/meaning.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { isMarkMoot } from '#domain/campaigns/mark-read.ts';
import { useIntent } from '#features/queue/public.ts';
import { campaignKeys } from '../queries.ts';
import { campaignRecords } from '../update-campaign.ts';

/** Failures that aren't reported and don't close the campaign: it's marked as read the next time it's opened. */
const ofTheWay: readonly unknown[] = ['passing', 'unusable', 'session'];

const isReported = (error: unknown) =>
  !ofTheWay.includes(classifyError(error)) && !(error instanceof ApiError && isMarkMoot(error));

/**
 * Silently marks an unread campaign as read on opening, now or once the network is back. Only a refusal is reported.
 */
export function useMarkRead(campaign: Campaign | undefined): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const marked = useRef<string | null>(null);
  const { want } = useIntent<'mark-read'>({
    shown: campaignRecords,
    onFailed(error) {
      if (!isReported(error)) return 'handled';
      void client.invalidateQueries({ queryKey: campaignKeys.all });
      return 'unhandled';
    },
  });
  useEffect(() => {
    if (campaign === undefined || !campaign.unread || marked.current === campaign.id) return;
    marked.current = campaign.id;
    want(
      {
        intent: { kind: 'mark-read', payload: { campaignId: campaign.id } },
        seen: { type: 'campaign', value: campaign },
      },
      {
        onError(error) {
          if (isReported(error)) void navigate({ to: '/dashboard/campaigns', replace: true });
        },
      },
    );
  }, [campaign, navigate, want]);
}
