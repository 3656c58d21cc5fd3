import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as v from 'valibot';
import { openWizard } from '#app/shell/wizard-request.ts';
import { campaignFilters } from '#domain/campaigns/campaign-status.ts';
import { CampaignListScreen } from '#features/campaigns/CampaignListScreen.tsx';

const filterKeys = campaignFilters.map(({ key }) => key);

const searchSchema = v.object({
  filter: v.fallback(v.optional(v.picklist(filterKeys), 'all'), 'all'),
  /** Opens the wizard; the parameter is then removed. */
  'create-campaign': v.fallback(v.optional(v.boolean(), false), false),
});

export const Route = createFileRoute('/dashboard/campaigns/')({
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ filter: 'all', 'create-campaign': false })] },
  component: CampaignList,
});

function CampaignList() {
  const { filter, 'create-campaign': creates } = Route.useSearch();
  const navigate = Route.useNavigate();
  useEffect(() => {
    if (!creates) return;
    openWizard({ kind: 'new' });
    void navigate({ search: (search) => ({ ...search, 'create-campaign': false }), replace: true });
  }, [creates, navigate]);
  return (
    <CampaignListScreen
      filter={filter}
      onFilterChange={(next) => void navigate({ search: { filter: next }, replace: true })}
    />
  );
}
