import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useReadyChoice } from '#app/ready-choice.ts';
import { campaignFilters } from '#domain/campaign-status.ts';
import { FilterMenu } from '#ui/FilterMenu.tsx';
import { type CampaignFilterKey, campaignListQuery } from '../queries.ts';
import { useCampaignCounts } from './use-campaign-counts.ts';

interface Props {
  filter: CampaignFilterKey;
  onChange: (filter: CampaignFilterKey) => void;
}

/** Filter of the list. It hears only how many campaigns there are, so that no page of them renders it again. */
export function CampaignFilter({ filter, onChange }: Props) {
  const client = useQueryClient();
  const { data: total } = useInfiniteQuery({
    ...campaignListQuery(filter),
    select: ({ pages }) => pages[0]?.pagination.total,
  });
  const { counts, count } = useCampaignCounts(filter, total);
  const approach = (next: CampaignFilterKey) => client.prefetchInfiniteQuery(campaignListQuery(next));
  const choose = useReadyChoice(approach, onChange);
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
