import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
} from '#contract/analytics.ts';
import { resolvePeriod } from '#domain/period.ts';
import { answerBrandAnalytics, answerCampaignAnalytics, answerDays, answerPosts } from './answer-analytics.ts';
import { answerAsStored } from './answer-context.ts';
import { on, type Route } from './answer-route.ts';

/** Put together from daily figures. Where there are none, and where a later answer is there, as it was answered. */
const onAnalytics: typeof on = (endpoint, answer) =>
  on(endpoint, async (context, request) => {
    const { complete, hasFigures, syncedAt } = context.sync;
    const stored = await answerAsStored(context, request.address, endpoint.answer);
    if (!complete || !hasFigures || (stored && stored.storedAt > (syncedAt ?? 0))) return stored;
    return answer(context, request);
  });

/** Routes of the calls of analytics. */
export const analyticsRoutes: readonly Route[] = [
  onAnalytics(getBrandAnalytics, async (context, { params, query }) =>
    params.brandId === context.brandId ? answerBrandAnalytics(context, resolvePeriod(query, context.today)) : null,
  ),
  onAnalytics(getBrandDays, async (context, { params, query }) =>
    params.brandId === context.brandId ? answerDays(context, resolvePeriod(query, context.today)) : null,
  ),
  onAnalytics(listBrandPosts, async (context, { params, query }) =>
    params.brandId === context.brandId
      ? answerPosts(context, { period: resolvePeriod(query, context.today), query })
      : null,
  ),
  onAnalytics(getCampaignAnalytics, (context, { params, query }) =>
    answerCampaignAnalytics(context, resolvePeriod(query, context.today), params.campaignId),
  ),
  onAnalytics(getCampaignDays, (context, { params, query }) =>
    answerDays(context, resolvePeriod(query, context.today), params.campaignId),
  ),
  onAnalytics(listCampaignPosts, (context, { params: { campaignId }, query }) =>
    answerPosts(context, { period: resolvePeriod(query, context.today), query, campaignId }),
  ),
];
