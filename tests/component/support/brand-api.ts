import type { Brand } from '#contract/brand/brand.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Offer, OfferStageType } from '#contract/brand/offer.ts';
import { type CampaignStatusQuery, compareCampaigns, matchesCampaignQuery } from '#domain/campaigns/campaign-status.ts';
import { changeTemplates } from '#domain/offers/change-templates.ts';
import { offerOrder } from '#domain/offers/offer-order.ts';
import { matchesOfferQuery } from '#domain/offers/offer-stage.ts';
import { paginate } from '#domain/shared/pagination.ts';
import { aBrand, aBrandAnalytics, aCampaignAnalytics } from './examples.ts';
import { type FakeApi, fakeApi, refusal } from './fake-api.ts';

export const targets = {
  campaigns: 'GET /brand/v1.0/campaigns',
  offers: 'GET /brand/v1.0/offers',
  templates: 'GET /brand/v1.0/offers/request-changes/templates',
  payments: 'GET /brand/v1.0/billing/payments',
  sessions: 'GET /brand/v1.0/auth/sessions',
  push: 'GET /brand/v1.0/push',
  /** TikTok's, not our server's. */
  post: 'GET /oembed',
  campaign: (id: string) => `GET /brand/v1.0/campaigns/details/${id}`,
  update: (id: string) => `PUT /brand/v1.0/campaigns/${id}`,
  rename: (id: string) => `PUT /brand/v1.0/campaigns/${id}/name`,
  change: (id: string) => `POST /brand/v1.0/campaigns/${id}/changes`,
  analytics: (id: string) => `GET /brand/v1.0/analytics/campaign/${id}`,
  brandAnalytics: (id: string) => `GET /brand/v1.0/analytics/brand/${id}`,
  offer: (id: string) => `GET /brand/v1.0/offers/${id}`,
  accept: (id: string) => `POST /brand/v1.0/offers/${id}/evidence/accept`,
  reject: (id: string) => `POST /brand/v1.0/offers/${id}/evidence/reject`,
} as const;

const listOf = (text: string | undefined) => text?.split(',');

interface World {
  brand?: Brand;
  campaigns?: readonly Campaign[];
  offers?: readonly Offer[];
}

export interface BrandApi extends FakeApi {
  /** Replaces an offer from now on, in lists too. */
  put(offer: Offer): void;
}

/**
 * The API of a brand with these campaigns and offers, and without payments, other devices and posts; it filters, sorts
 * and paginates like the product.
 */
export function brandApi({ brand = aBrand(), campaigns = [], offers: given = [] }: World): BrandApi {
  const offers = new Map(given.map((offer) => [offer.id, offer]));
  const api = fakeApi({
    'GET /brand/v1.0/brands/current': () => brand,
    [targets.campaigns]: ({ query }) => {
      const statuses = {
        approvalStatus: listOf(query.approvalStatus),
        cpmWorkerStatus: listOf(query.cpmWorkerStatus),
        campaignStatus: listOf(query.campaignStatus),
      } as CampaignStatusQuery;
      const found = campaigns.filter((campaign) => matchesCampaignQuery(campaign, statuses)).toSorted(compareCampaigns);
      return paginate(found, Number(query.page ?? 1), Number(query.pageSize ?? 20));
    },
    [targets.offers]: ({ query }) => {
      const offerStageType = listOf(query.offerStageType) as OfferStageType[] | undefined;
      const wanted = { campaignId: query.campaignId, offerStageType };
      const found = [...offers.values()]
        .filter((offer) => matchesOfferQuery(offer, wanted))
        .toSorted(offerOrder(wanted));
      return paginate(found, Number(query.page ?? 1), Number(query.pageSize ?? 10));
    },
    [targets.brandAnalytics(brand.id)]: () => aBrandAnalytics({ viewCount: 0 }),
    [`${targets.brandAnalytics(brand.id)}/posts`]: () => paginate([], 1, 20),
    [targets.templates]: () => changeTemplates,
    [targets.payments]: ({ query }) => paginate([], Number(query.page ?? 1), Number(query.pageSize ?? 10)),
    [targets.sessions]: () => [],
    [targets.push]: () => ({ publicKey: 'BKey', devices: [] }),
    [targets.post]: () => refusal(404, 'not_found', 'There is no such post.'),
  });
  for (const campaign of campaigns) {
    api.on(targets.campaign(campaign.id), () => campaign);
    api.on(targets.update(campaign.id), ({ body }) => ({ ...campaign, ...(body as Partial<Campaign>) }));
    api.on(targets.rename(campaign.id), ({ body }) => ({ ...campaign, ...(body as Partial<Campaign>) }));
    api.on(targets.analytics(campaign.id), () => aCampaignAnalytics());
  }
  for (const { id } of given) api.on(targets.offer(id), () => offers.get(id));
  return { ...api, put: (offer) => offers.set(offer.id, offer) };
}
