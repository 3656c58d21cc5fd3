import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { ApiError } from '#api/error.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import type { Period } from '#domain/time/period.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { Loading, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { ReadFailure } from '#ui/states/States.tsx';
import { type AnalyticsScope, daysQuery } from '../queries.ts';
import classes from './ViewsCard.module.css';

const ViewsChart = lazyPart(async () => (await import('./ViewsChart.tsx')).ViewsChart);

interface Props {
  scope: AnalyticsScope;
  /** The part of the period that has passed. */
  passed: Period;
  before: Period;
}

/** Views by day, with the previous period behind them. Hidden if the server sends no daily figures. */
export function ViewsCard({ scope, passed, before }: Props) {
  // One request covers both periods, since they're adjacent.
  const query = daysQuery(scope, { since: before.since, until: passed.until }, passed.since);
  const days = useQuery({ ...query, placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData } = days;
  useRetryOnline(data === undefined && error !== null, days.refetch);
  if (error instanceof ApiError && error.status === 404) return null;
  return (
    <section aria-busy={isPlaceholderData} aria-labelledby="views-title" className={classes.card}>
      <h2 className={classes.title} id="views-title">
        Views
      </h2>
      <div className={classes.place}>{content()}</div>
    </section>
  );

  function content() {
    if (data !== undefined) {
      return (
        <Suspense fallback={<ChartSkeleton />}>
          <ViewsChart {...data} />
        </Suspense>
      );
    }
    if (error === null) return <ChartSkeleton />;
    const { detail, ...failure } = readFailureOf(days);
    return <ReadFailure {...failure} detail={`Error: ${detail}`} title="Unable to fetch daily views" />;
  }
}

function ChartSkeleton() {
  return (
    <Loading label="Loading chart">
      <SkeletonBlock height="100%" radius="sm" />
    </Loading>
  );
}
