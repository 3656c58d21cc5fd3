import * as v from 'valibot';
import { pageSizes } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { pageOf, pageQuery } from '../wire/page.ts';
import { anyId, brandId, campaignId, cents, count, day, gain, timestamp } from '../wire/primitives.ts';
import { socialPlatforms } from './campaign.ts';

export const periodPresets = ['today', 'yesterday', 'last_7d', 'last_30d', 'last_90d', 'last_365d'] as const;
export type PeriodPreset = (typeof periodPresets)[number];

/** `timePeriodType=preset&preset=…` or `timePeriodType=range&since=…&until=…`; defaults to the last 90 days. */
const periodEntries = {
  timePeriodType: v.optional(v.picklist(['preset', 'range'])),
  preset: v.optional(v.picklist(periodPresets)),
  since: v.optional(day),
  until: v.optional(day),
};

const figures = { viewCount: gain, likeCount: gain, commentCount: gain, shareCount: gain };

const summary = {
  updatedAt: v.nullable(timestamp),
  ...figures,
  postCount: count,
  offerCount: count,
  /** Budgeted CPM, weighted by budget. */
  cpmCentsTotal: cents,
  /** Actual cost per thousand views; 0 without views. */
  calculatedCpmCentsTotal: cents,
  /** Each budget's share for the campaign's days within the period. */
  proratedBudgetCentsTotal: cents,
  /**
   * Total budgets to date, regardless of the period. A settled campaign has nothing left, since the rest was returned to the
   * brand.
   */
  budget: v.optional(v.object({ totalCents: cents, spentCents: cents, leftCents: cents })),
};

export const brandAnalyticsSchema = v.object({ brandName: v.string(), ...summary });
export type BrandAnalytics = v.InferOutput<typeof brandAnalyticsSchema>;
export const campaignAnalyticsSchema = v.object({ campaignName: v.nullable(v.string()), ...summary });
export type CampaignAnalytics = v.InferOutput<typeof campaignAnalyticsSchema>;

export const recentDays = 30;

export const postAnalyticsSchema = v.object({
  offerId: anyId,
  postedAt: timestamp,
  finalPostUrl: v.string(),
  socialAccountId: anyId,
  socialPlatform: v.picklist(socialPlatforms),
  socialAvatarUrl: v.nullable(v.string()),
  socialUsername: v.string(),
  userFirstName: v.string(),
  userLastName: v.string(),
  campaignId: anyId,
  campaignName: v.nullable(v.string()),
  brandId: anyId,
  brandName: v.string(),
  ...figures,
  /** Day of the last snapshot inside the period. */
  forDate: day,
  updatedAt: timestamp,
  /** Views gained on each of the period's last days, oldest first; at most {@link recentDays}. */
  recentViewCounts: v.optional(v.array(gain)),
});
export type PostAnalytics = v.InferOutput<typeof postAnalyticsSchema>;

/** Gains of one day: `[day, views, likes, comments, shares]`. */
export const dailyGainSchema = v.strictTuple([day, gain, gain, gain, gain]);
export type DailyGain = v.InferOutput<typeof dailyGainSchema>;

/** The period's days on which any figure changed, in order. Their gains sum to the period's figures. */
export const dailyGainsSchema = v.object({ days: v.array(dailyGainSchema) });
export type DailyGains = v.InferOutput<typeof dailyGainsSchema>;

const ofBrand = v.object({ brandId });
const ofCampaign = v.object({ campaignId });

interface PeriodInput {
  timePeriodType?: 'preset' | 'range' | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** A range needs both days, in order. */
const wholeRange = <T extends PeriodInput>() =>
  v.check<T, string>((query) => {
    const ranged =
      query.timePeriodType === 'range' || (query.timePeriodType === undefined && query.since !== undefined);
    return !ranged || (query.since !== undefined && query.until !== undefined && query.since <= query.until);
  }, 'A range needs since and until, with since on or before until.');
const periodQuery = v.pipe(v.object(periodEntries), wholeRange());
const pagedPeriodQuery = v.pipe(v.object({ ...pageQuery(pageSizes.posts), ...periodEntries }), wholeRange());
export type PeriodQuery = v.InferOutput<typeof periodQuery>;

export const getBrandAnalytics = endpoint({
  method: 'GET',
  path: '/brand/v1.0/analytics/brand/{brandId}',
  summary: 'Returns the total gains of the brand’s posts in a period.',
  access: 'approved',
  params: ofBrand,
  query: periodQuery,
  answer: brandAnalyticsSchema,
});

export const listBrandPosts = endpoint({
  method: 'GET',
  path: '/brand/v1.0/analytics/brand/{brandId}/posts',
  summary:
    'Lists the brand’s posts of a period, newest first, with their gains. Posts without a snapshot in the period are left out.',
  access: 'approved',
  params: ofBrand,
  query: pagedPeriodQuery,
  answer: pageOf(postAnalyticsSchema),
});

export const getCampaignAnalytics = endpoint({
  method: 'GET',
  path: '/brand/v1.0/analytics/campaign/{campaignId}',
  summary: 'Returns the total gains of a campaign’s posts in a period.',
  access: 'approved',
  params: ofCampaign,
  query: periodQuery,
  answer: campaignAnalyticsSchema,
});

export const listCampaignPosts = endpoint({
  method: 'GET',
  path: '/brand/v1.0/analytics/campaign/{campaignId}/posts',
  summary:
    'Lists a campaign’s posts of a period, newest first, with their gains. Posts without a snapshot in the period are left out.',
  access: 'approved',
  params: ofCampaign,
  query: pagedPeriodQuery,
  answer: pageOf(postAnalyticsSchema),
});

export const getBrandDays = endpoint({
  method: 'GET',
  path: '/brand/v1.0/analytics/brand/{brandId}/days',
  summary: 'Returns the daily gains of the brand’s posts in a period.',
  access: 'approved',
  params: ofBrand,
  query: periodQuery,
  answer: dailyGainsSchema,
  optional: true,
});

export const getCampaignDays = endpoint({
  method: 'GET',
  path: '/brand/v1.0/analytics/campaign/{campaignId}/days',
  summary: 'Returns the daily gains of a campaign’s posts in a period.',
  access: 'approved',
  params: ofCampaign,
  query: periodQuery,
  answer: dailyGainsSchema,
  optional: true,
});
