import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router';
import * as v from 'valibot';
import { campaignFilters } from '../../../domain/campaign-status.ts';
import { CampaignListScreen } from '../../../features/campaigns/CampaignListScreen.tsx';

const filterKeys = campaignFilters.map(({ key }) => key);

const searchSchema = v.object({
  filter: v.fallback(v.optional(v.picklist(filterKeys), 'all'), 'all'),
  'create-campaign': v.fallback(v.optional(v.boolean(), false), false),
});

export const Route = createFileRoute('/dashboard/campaigns/')({
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ filter: 'all', 'create-campaign': false })] },
  beforeLoad: ({ search }) => {
    // There is nothing to open yet: a shortcut or an old link still leads to the list.
    if (search['create-campaign']) {
      throw redirect({ to: '/dashboard/campaigns', search: { filter: search.filter }, replace: true });
    }
  },
  component: CampaignList,
});

function CampaignList() {
  const { filter } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CampaignListScreen
      filter={filter}
      onFilterChange={(next) => void navigate({ search: { filter: next }, replace: true })}
    />
  );
}
