import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import * as v from 'valibot';
import type { Offer } from '#contract/brand/offer.ts';
import { offerFilters } from '#domain/offers/offer-stage.ts';
import { CampaignDetailScreen } from '#features/campaigns/CampaignDetailScreen.tsx';
import { ToReview } from '#features/campaigns/ToReview.tsx';
import { PushOffer } from '#features/notifications/PushOffer.tsx';
import { OfferPanel } from '#features/offers/OfferPanel.tsx';
import { OffersSection } from '#features/offers/OffersSection.tsx';
import { usePanelAddress } from '#features/offers/use-panel-address.ts';
import { Review } from '#features/review/Review.tsx';
import { ReviewSkeleton } from '#features/review/ReviewSkeleton.tsx';

const filterKeys = offerFilters.map(({ key }) => key);
const firstPage = 1;

const searchSchema = v.object({
  /** The offer with the open panel. */
  offerId: v.fallback(v.optional(v.string()), undefined),
  /** The filter of the offers table. */
  offers: v.fallback(v.optional(v.picklist(filterKeys), 'all'), 'all'),
  /** Opens the top-up dialog; removed when it's closed. */
  manage: v.fallback(v.optional(v.literal('top-up')), undefined),
  page: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), firstPage), firstPage),
});

export const Route = createFileRoute('/dashboard/campaigns/$campaignId')({
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ offers: 'all', page: firstPage })] },
  component: CampaignDetail,
});

type Search = v.InferOutput<typeof searchSchema>;

function useChange() {
  const navigate = Route.useNavigate();
  return (search: Partial<Search>, replace: boolean) =>
    void navigate({ search: (previous) => ({ ...previous, ...search }), replace, resetScroll: false });
}

function CampaignDetail() {
  const { campaignId } = Route.useParams();
  const offerId = Route.useSearch({ select: (search) => search.offerId });
  const topsUp = Route.useSearch({ select: ({ manage }) => manage === 'top-up' });
  const change = useChange();
  const panel = usePanelAddress(offerId, (id, { replace }) => change({ offerId: id }, replace));
  const navigate = Route.useNavigate();
  const show = (next: Offer) => {
    if (next.campaignId === campaignId) panel.swap(next.id);
    else void navigate({ to: '.', params: { campaignId: next.campaignId }, search: { offerId: next.id } });
  };
  return (
    <>
      <CampaignDetailScreen
        campaignId={campaignId}
        key={campaignId}
        offers={<Offers campaignId={campaignId} onOpen={panel.open} />}
        topUp={{ opened: topsUp, onClose: () => change({ manage: undefined }, true) }}
      />
      <OfferPanel offerId={offerId} onClose={panel.close} onUnloadable={panel.drop}>
        {(offer) =>
          offer ? (
            <Review afterDecision={<PushOffer />} offer={offer} onClose={panel.close} onShow={show} />
          ) : (
            <ReviewSkeleton />
          )
        }
      </OfferPanel>
    </>
  );
}

/** Reads its own search parameters, so that turning a page rerenders only the offers. */
function Offers({ campaignId, onOpen }: { campaignId: string; onOpen: (offerId: string) => void }) {
  const filter = Route.useSearch({ select: (search) => search.offers });
  const page = Route.useSearch({ select: (search) => search.page });
  const change = useChange();
  return (
    <OffersSection
      campaignId={campaignId}
      filter={filter}
      onChoose={(choice) => change({ offers: choice.filter, page: choice.page }, true)}
      onOpen={onOpen}
      page={page}
      toReview={<ToReview campaignId={campaignId} />}
    />
  );
}
