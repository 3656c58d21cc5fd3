import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import * as v from 'valibot';
import { offerFilters } from '../../../domain/offer-stage.ts';
import { CampaignDetailScreen } from '../../../features/campaigns/CampaignDetailScreen.tsx';

const filterKeys = offerFilters.map(({ key }) => key);
const firstPage = 1;

const searchSchema = v.object({
  /** The offer whose panel is open. */
  offerId: v.fallback(v.optional(v.string()), undefined),
  /** The filter of the offers table. */
  offers: v.fallback(v.optional(v.picklist(filterKeys), 'all'), 'all'),
  page: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), firstPage), firstPage),
});

export const Route = createFileRoute('/dashboard/campaigns/$campaignId')({
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ offers: 'all', page: firstPage })] },
  component: CampaignDetail,
});

function CampaignDetail() {
  const { campaignId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CampaignDetailScreen
      campaignId={campaignId}
      key={campaignId}
      onSearchChange={(change, { replace = false } = {}) =>
        void navigate({ search: (previous) => ({ ...previous, ...change }), replace, resetScroll: false })
      }
      search={search}
    />
  );
}
