import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Offer } from '#contract/brand/offer.ts';
import { newsSince } from '#domain/review/last-look.ts';
import { waitingSince } from '#domain/review/review-inbox.ts';
import { dayOf } from '#domain/time/period.ts';
import { brandQuery } from '#features/auth/public.ts';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { publishedQuery, viewsQuery } from './queries.ts';
import { useLastLook } from './use-last-look.ts';

/** Longest time that the inbox waits for figures, so that the line above it doesn't push it down later. */
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
  const since = useLastLook({ day, views: views ?? null });
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
