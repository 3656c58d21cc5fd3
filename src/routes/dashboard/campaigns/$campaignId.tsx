import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import * as v from 'valibot';
import { offerFilters } from '../../../domain/offer-stage.ts';
import { CampaignDetailScreen } from '../../../features/campaigns/CampaignDetailScreen.tsx';
import { OfferPanel } from '../../../features/offers/OfferPanel.tsx';
import { OffersSection } from '../../../features/offers/OffersSection.tsx';
import { usePanelAddress } from '../../../features/offers/use-panel-address.ts';

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
  const { offerId, offers: filter, page } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (search: Partial<v.InferOutput<typeof searchSchema>>, replace: boolean) =>
    void navigate({ search: (previous) => ({ ...previous, ...search }), replace, resetScroll: false });
  const panel = usePanelAddress(offerId, (id, { replace }) => change({ offerId: id }, replace));
  return (
    <>
      <CampaignDetailScreen
        campaignId={campaignId}
        key={campaignId}
        offers={
          <OffersSection
            campaignId={campaignId}
            filter={filter}
            onFilterChange={(offers) => change({ offers, page: firstPage }, true)}
            onOpen={panel.open}
            onPageChange={(next) => change({ page: next }, true)}
            page={page}
          />
        }
      />
      <OfferPanel offerId={offerId} onClose={panel.close} onShow={panel.swap} onUnloadable={panel.drop} />
    </>
  );
}
