import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Campaign } from '#contract/brand/campaign.ts';
import { campaignTitle } from '#domain/campaigns/campaign-status.ts';
import { brandQuery } from '#features/auth/public.ts';
import { campaignQuery } from '#features/campaigns/public.ts';

/** Titles of campaigns, by id; "Campaign" for unknown ones. */
export function useCampaignTitles(campaignIds: readonly string[]): (campaignId: string) => string {
  const { data: brand } = useQuery(brandQuery());
  const ids = useMemo(() => [...new Set(campaignIds)], [campaignIds]);
  const campaigns = useQueries({ queries: ids.map(campaignQuery), combine: campaignsOf });
  const brandName = brand?.name;
  return useMemo(() => {
    const titles = new Map(campaigns.map((campaign) => [campaign.id, campaignTitle(campaign, brandName)]));
    return (id) => titles.get(id) ?? 'Campaign';
  }, [campaigns, brandName]);
}

/** Defined outside the component, since a new function at each render would also create a new result each time. */
const campaignsOf = (results: readonly { data: Campaign | undefined }[]): Campaign[] =>
  results.flatMap(({ data }) => data ?? []);
