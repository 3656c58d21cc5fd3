import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { listPage } from '#app/queries/list-page.ts';
import { internStrings } from '#app/shell/shared-texts.ts';
import {
  getBrandAnalytics,
  getBrandDays,
  getCampaignAnalytics,
  getCampaignDays,
  listBrandPosts,
  listCampaignPosts,
} from '#contract/brand/analytics.ts';
import { listCampaigns } from '#contract/brand/campaign.ts';
import { maxPageSize } from '#contract/wire/page.ts';
import { limits } from '#domain/shared/limits.ts';
import { addDays, type Day, type Period } from '#domain/time/period.ts';
import { painted } from '#ui/styles/painted.ts';
import type { PeriodChoice } from './period-choice.ts';

/** All of the brand's campaigns, or just one. */
export type AnalyticsScope =
  | { kind: 'brand'; brandId: string; name: string }
  | { kind: 'campaign'; campaignId: string; name: string };

const keyOf = (scope: AnalyticsScope) =>
  ['analytics', scope.kind, scope.kind === 'brand' ? scope.brandId : scope.campaignId] as const;

/** Figures of a period, and when they were stored if they came from the local copy. */
export const summaryQuery = (scope: AnalyticsScope, choice: PeriodChoice, today: Day) =>
  queryOptions({
    // The key includes the day, since presets are relative to it.
    queryKey: [...keyOf(scope), 'summary', choice, choice.timePeriodType === 'preset' ? today : null] as const,
    queryFn: async ({ signal }) => {
      const { data, storedAt } =
        scope.kind === 'brand'
          ? await call(getBrandAnalytics, { params: { brandId: scope.brandId }, query: choice, signal })
          : await call(getCampaignAnalytics, { params: { campaignId: scope.campaignId }, query: choice, signal });
      return { figures: data, storedAt };
    },
  });

/**
 * Gains for each day of a period and of the period right before it.
 * @param both the days of both periods
 * @param since first day of the later period
 */
export const daysQuery = (scope: AnalyticsScope, both: Period, since: Day) =>
  queryOptions({
    queryKey: [...keyOf(scope), 'days', both, since] as const,
    queryFn: async ({ signal }) => {
      const query = { timePeriodType: 'range', ...both } as const;
      const { data, storedAt } =
        scope.kind === 'brand'
          ? await call(getBrandDays, { params: { brandId: scope.brandId }, query, signal })
          : await call(getCampaignDays, { params: { campaignId: scope.campaignId }, query, signal });
      const periods = {
        period: { since, until: both.until },
        before: { since: both.since, until: addDays(since, -1) },
      };
      // The data includes its periods, so that it's shown with the right days while another period loads.
      return { ...periods, days: data.days, storedAt };
    },
  });

/** The posts of a period, newest first, 20 at a time. */
export function postsQuery(scope: AnalyticsScope, choice: PeriodChoice, today: Day) {
  const preset = choice.timePeriodType === 'preset' ? today : null;
  const queryKey = [...keyOf(scope), 'posts', choice, preset] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, pageParam: page, signal }) => {
      const query = { ...choice, page, pageSize: limits.pageSize.posts };
      const read = async () =>
        scope.kind === 'brand'
          ? (await call(listBrandPosts, { params: { brandId: scope.brandId }, query, signal })).data
          : (await call(listCampaignPosts, { params: { campaignId: scope.campaignId }, query, signal })).data;
      return listPage({ client, queryKey, page, read, painted });
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => pagination.nextPage,
  });
}

/**
 * All campaigns, including archived ones, newest first, since any campaign with figures can be picked. Pages are large
 * because a search loads all of them.
 */
export const pickableCampaignsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['campaigns', 'pickable'] as const,
    queryFn: async ({ pageParam, signal }) =>
      internStrings((await call(listCampaigns, { query: { page: pageParam, pageSize: maxPageSize }, signal })).data),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => pagination.nextPage,
  });
