import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { getBrandAnalytics, listBrandPosts } from '#contract/brand/analytics.ts';
import { maxPageSize } from '#contract/wire/page.ts';
import type { Period } from '#domain/time/period.ts';

const rangeOf = (period: Period) => ({ timePeriodType: 'range', ...period }) as const;

/** Views gained by the brand's posts in a period. */
export const viewsQuery = (brandId: string, period: Period) =>
  queryOptions({
    queryKey: ['analytics', 'brand', brandId, 'views', period] as const,
    queryFn: async ({ signal }) =>
      (await call(getBrandAnalytics, { params: { brandId }, query: rangeOf(period), signal })).data.viewCount,
  });

/** Publication times of a period's newest posts. */
export const publishedQuery = (brandId: string, period: Period) =>
  queryOptions({
    queryKey: ['analytics', 'brand', brandId, 'published', period] as const,
    queryFn: async ({ signal }) => {
      const query = { ...rangeOf(period), page: 1, pageSize: maxPageSize };
      const { data } = await call(listBrandPosts, { params: { brandId }, query, signal });
      return data.data.map(({ postedAt }) => postedAt);
    },
  });
