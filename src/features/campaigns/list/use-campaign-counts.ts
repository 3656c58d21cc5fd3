import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignFilters } from '#domain/campaign-status.ts';
import { formatCount } from '#domain/money.ts';
import { type CampaignFilterKey, campaignCountQuery } from '../queries.ts';

/**
 * Number of campaigns in each filter, once somebody is about to look; of the current one the list knows it already.
 * @param listed total of the current list
 */
export function useCampaignCounts(filter: CampaignFilterKey, listed: number | undefined) {
  const [wanted, setWanted] = useState(false);
  const results = useQueries({
    queries: campaignFilters.map(({ key }) => ({ ...campaignCountQuery(key), enabled: wanted })),
  });
  const counts: Partial<Record<CampaignFilterKey, string>> = {};
  for (const [index, { key }] of campaignFilters.entries()) {
    const total = key === filter ? (listed ?? results[index]?.data) : results[index]?.data;
    if (total !== undefined) counts[key] = formatCount(total);
  }
  return { counts, count: () => setWanted(true) };
}
