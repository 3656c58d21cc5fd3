import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#api/client.ts';
import { getBrandAnalytics, listBrandPosts } from '#contract/brand/analytics.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { maxPageSize } from '#contract/wire/page.ts';
import { newsSince } from '#domain/review/last-look.ts';
import { waitingSince } from '#domain/review/review-inbox.ts';
import { dayOf, type Period } from '#domain/time/period.ts';
import { brandQuery } from '#features/auth/public.ts';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { usePreviousVisit } from './use-previous-visit.ts';

const rangeOf = (period: Period) => ({ timePeriodType: 'range', ...period }) as const;

/** Views gained by the brand's posts in a period. */
const viewsQuery = (brandId: string, period: Period) =>
  queryOptions({
    queryKey: ['analytics', 'brand', brandId, 'views', period] as const,
    queryFn: async ({ signal }) =>
      (await call(getBrandAnalytics, { params: { brandId }, query: rangeOf(period), signal })).data.viewCount,
  });

/** Publication times of a period's newest posts. */
const publishedQuery = (brandId: string, period: Period) =>
  queryOptions({
    queryKey: ['analytics', 'brand', brandId, 'published', period] as const,
    queryFn: async ({ signal }) => {
      const query = { ...rangeOf(period), page: 1, pageSize: maxPageSize };
      const { data } = await call(listBrandPosts, { params: { brandId }, query, signal });
      return data.data.map(({ postedAt }) => postedAt);
    },
  });

/** Longest time that the inbox waits for figures, ms, so that the line above the inbox doesn't push it down later. */
const figuresWaitMs = 500;

/**
 * News since the user's last visit to the inbox, from the local copy or the server.
 * @returns `isReady`: false briefly, while figures may still arrive
 */
export function useNews(pending: readonly Offer[] | undefined) {
  const { data: brand } = useQuery(brandQuery());
  const day = dayOf(useNow());
  const brandId = brand?.id ?? '';
  const views = useQuery({ ...viewsQuery(brandId, { since: day, until: day }), enabled: brand !== undefined }).data;
  const since = usePreviousVisit({ day, views: views ?? null });
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), figuresWaitMs);
    return () => clearTimeout(timer);
  }, []);
  // The clock may have been set back by days, and a period can't end before it begins.
  const from = since !== null && since.day < day ? since.day : day;
  const enabled = brand !== undefined && since !== null;
  const gained = useQuery({ ...viewsQuery(brandId, { since: from, until: day }), enabled });
  const published = useQuery({ ...publishedQuery(brandId, { since: from, until: day }), enabled });
  const news =
    since &&
    newsSince(since, {
      submittedAt: pending?.map(waitingSince) ?? [],
      postedAt: published.data ?? [],
      viewsSinceDay: gained.data ?? null,
    });
  const isReady = hasWaited || since === null || !(gained.isPending || published.isPending);
  return { since, news, isReady };
}
