import { Button } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { campaignTitle } from '#domain/campaigns/campaign-status.ts';
import { campaignPeriod } from '#domain/time/period.ts';
import { brandQuery } from '#features/auth/public.ts';
import { campaignInLists, campaignQuery } from '#features/campaigns/public.ts';
import { Icon } from '#ui/media/icons.tsx';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';
import { PacingCard, PacingSkeleton } from './pacing/PacingCard.tsx';
import type { PeriodChoice } from './period-choice.ts';

interface Props {
  campaignId: string;
  choice: PeriodChoice;
  onChoose: (choice: PeriodChoice) => void;
  onPick: (campaignId: string | null) => void;
}

/** Figures of one campaign in a period, and its pace toward the target. */
export function CampaignAnalytics({ campaignId, ...props }: Props) {
  const { data: brand } = useSuspenseQuery(brandQuery());
  const client = useQueryClient();
  const { data, error } = useQuery(campaignQuery(campaignId));
  // Use the campaign from a cached list until the screen's own query has loaded.
  const campaign = data ?? campaignInLists(client, campaignId);
  const name = campaign ? campaignTitle(campaign, brand.name) : 'Campaign';
  const scope = useMemo(() => ({ kind: 'campaign', campaignId, name }) as const, [campaignId, name]);
  return (
    <AnalyticsScreen
      {...props}
      actions={
        <Button
          leftSection={<Icon name="campaigns" size={18} />}
          renderRoot={(root) => <Link {...root} params={{ campaignId }} to="/dashboard/campaigns/$campaignId" />}
          variant="default"
        >
          Go to Campaign
        </Button>
      }
      lastDay={campaign && campaignPeriod(campaign).until}
      scope={scope}
    >
      {campaign ? <PacingCard campaign={campaign} /> : error === null && <PacingSkeleton />}
    </AnalyticsScreen>
  );
}
