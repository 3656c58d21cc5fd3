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

/** The inbox waits no longer for figures than this, so that the line above it doesn't push it down later. */
const figuresWaitMs = 500;

/**
 * News since the user last looked at the inbox, of what the device has or the server answers.
 * @returns `isReady`: false for a moment, while figures may still come
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
  // A clock that was set back by days: a period can't end before it begins.
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
