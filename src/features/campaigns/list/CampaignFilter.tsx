import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDeferredChoice } from '#app/queries/ready-choice.ts';
import { campaignFilters } from '#domain/campaigns/campaign-status.ts';
import { formatCount } from '#domain/money/money.ts';
import { FilterMenu } from '#ui/controls/FilterMenu.tsx';
import { type CampaignFilterKey, campaignCountQuery, campaignListQuery } from '../queries.ts';

/**
 * Number of campaigns per filter, fetched when the user is about to open the menu. The list supplies the current
 * filter's number.
 * @param listed total of the current list
 */
function useCampaignCounts(filter: CampaignFilterKey, listed: number | undefined) {
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

interface Props {
  filter: CampaignFilterKey;
  onChange: (filter: CampaignFilterKey) => void;
}

/** Filter of the list. It only subscribes to the number of campaigns, so loading a page doesn't rerender it. */
export function CampaignFilter({ filter, onChange }: Props) {
  const client = useQueryClient();
  const { data: total } = useInfiniteQuery({
    ...campaignListQuery(filter),
    select: ({ pages }) => pages[0]?.pagination.total,
  });
  const { counts, count } = useCampaignCounts(filter, total);
  const approach = (next: CampaignFilterKey) => client.prefetchInfiniteQuery(campaignListQuery(next));
  const choose = useDeferredChoice(approach, onChange);
  return (
    <FilterMenu
      counts={counts}
      label="Filter"
      onApproach={count}
      onChange={choose}
      onPoint={approach}
      options={campaignFilters}
      value={filter}
    />
  );
}
