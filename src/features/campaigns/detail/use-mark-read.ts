import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Campaign } from '#contract/campaign.ts';
import { addReadMark } from '../read-marks.ts';
import { putCampaign } from '../update-campaign.ts';

/** Opening an unread campaign marks it read, here at once, and on the server as soon as that can be reached. */
export function useMarkRead(campaign: Campaign | undefined): void {
  const client = useQueryClient();
  const marked = useRef(false);
  useEffect(() => {
    if (campaign === undefined || !campaign.unread || marked.current) return;
    marked.current = true;
    addReadMark(campaign.id);
    putCampaign(client, { ...campaign, unread: false });
  }, [campaign, client]);
}
