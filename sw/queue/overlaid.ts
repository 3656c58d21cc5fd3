import * as v from 'valibot';
import { getCampaign, listCampaigns } from '#contract/campaign.ts';
import { getOffer, listOffers } from '#contract/offer.ts';
import type { Overlay } from '#sw/copy/overlay.ts';
import type { ApiCall } from '#sw/network/api-call.ts';

/** The network's answer with the brand's intents on it, where the copy could not take it. */
export function overlaid(
  { endpoint, url }: Pick<ApiCall, 'endpoint' | 'url'>,
  body: unknown,
  overlay: Overlay,
): unknown {
  if (endpoint === getOffer && v.is(getOffer.answer, body)) return overlay.show('offer', body);
  if (endpoint === getCampaign && v.is(getCampaign.answer, body)) return overlay.show('campaign', body);
  if (endpoint === listOffers && v.is(listOffers.answer, body))
    return { ...body, data: body.data.map((offer) => overlay.show('offer', offer)) };
  if (endpoint !== listCampaigns || !v.is(listCampaigns.answer, body)) return body;
  const wanted = url.searchParams.get('campaignStatus')?.split(',');
  const shown = body.data.map((campaign) => overlay.show('campaign', campaign));
  const data = shown.filter(({ status }) => !wanted || wanted.includes(status));
  const total = body.pagination.total - (shown.length - data.length);
  return { data, pagination: { ...body.pagination, total } };
}
