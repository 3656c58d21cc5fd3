import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { messageOf } from '#api/error.ts';
import { useLongList } from '#app/queries/long-list.ts';
import { readFailureOf } from '#app/queries/read-failure.ts';
import { formatCount } from '#domain/money/money.ts';
import { limits } from '#domain/shared/limits.ts';
import type { Day } from '#domain/time/period.ts';
import { usePageEnd } from '#ui/lists/page-end.ts';
import { maxPrintedRows } from '#ui/lists/window-rows.ts';
import { Loading, MoreSkeleton, SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { Empty, Failure, ReadFailure } from '#ui/states/States.tsx';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import { PrintOnly } from '#ui/text/PrintOnly.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { type AnalyticsScope, postsQuery } from '../queries.ts';
import classes from './Activity.module.css';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { type ColumnKey, readShownColumns, writeShownColumns } from './columns.ts';
import { PostCards } from './PostCards.tsx';
import { PostTable } from './PostTable.tsx';
import { postKey } from './post-cells.tsx';

interface SkeletonProps {
  count: number;
  label: string;
  /** True for table rows, false for cards. */
  wide: boolean;
}

/** Placeholders the size of the posts' rows. */
function ActivitySkeleton({ count, label, wide }: SkeletonProps) {
  return (
    <Loading label={label}>
      <div className={wide ? classes.skeletonRows : classes.skeletonCards}>
        {Array.from({ length: count }, (_, index) => `post-${index}`).map((key) => (
          <div className={classes.skeleton} key={key}>
            <SkeletonBlock height={36} radius="full" width={36} />
            <SkeletonBlock height={16} width="40%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

// Memoized, so that these don't rerender with each page that loads.
const KeptSkeleton = memo(ActivitySkeleton);
const KeptColumnsMenu = memo(ColumnsMenu);

interface Props {
  scope: AnalyticsScope;
  choice: PeriodChoice;
  today: Day;
}

const failureTitle = (error: unknown) => `Error: Unable to fetch post analytics - ${messageOf(error)}`;

/** Figures of each post in a period, with infinite scrolling: a table on wide screens, cards on a phone. */
export function Activity({ scope, choice, today }: Props) {
  const table = `analytics-${scope.kind}`;
  const [shown, setShown] = useState(() => readShownColumns(table));
  const isWide = useMediaQuery(breakpoints.desk.from, true, { getInitialValueInEffect: false });
  const query = postsQuery(scope, choice, today);
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const { data, error, hasNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } = list;
  const { rows, total, canLoadMore, loadMore, onShown } = useLongList({
    list,
    queryKey: query.queryKey,
    pageSize: limits.pageSize.posts,
    keyOf: postKey,
  });
  usePageEnd({
    enabled: canLoadMore,
    withinPx: limits.scrollTriggerPx,
    waitMs: limits.postsScrollDelayMs,
    onNear: loadMore,
  });
  const change = useCallback(
    (columns: readonly ColumnKey[]) => {
      setShown(columns);
      writeShownColumns(table, columns);
    },
    [table],
  );
  return (
    <section aria-labelledby="activity-title">
      <header className={classes.header}>
        <h2 className={classes.title} id="activity-title">
          Activity
        </h2>
        {total > 0 && <span className={classes.total}>{total === 1 ? '1 post' : `${formatCount(total)} posts`}</span>}
        <KeptColumnsMenu onChange={change} shown={shown} />
      </header>
      {content()}
    </section>
  );

  function content() {
    if (data === undefined) {
      if (error === null) return <ActivitySkeleton count={6} label="Loading posts" wide={isWide} />;
      const { detail: _, ...failure } = readFailureOf(list);
      return <ReadFailure {...failure} title={failureTitle(error)} />;
    }
    if (rows.length === 0) {
      return <Empty detail="Posts with data for this period appear here." icon="analytics" title="No posts found" />;
    }
    const List = isWide ? PostTable : PostCards;
    const printed = Math.min(rows.length, maxPrintedRows);
    return (
      <>
        <div aria-busy={isPlaceholderData} className={classes.list}>
          <List columns={shown} onShown={onShown} posts={rows} total={total} withCampaign={scope.kind === 'brand'} />
        </div>
        {printed < total && (
          <PrintOnly>
            The first {formatCount(printed)} of {formatCount(total)} posts. The export has all of them.
          </PrintOnly>
        )}
        {isFetchNextPageError ? (
          <Failure onRetry={() => void fetchNextPage()} title={failureTitle(error)} />
        ) : (
          hasNextPage && (
            <MoreSkeleton>
              <KeptSkeleton count={3} label="Loading more posts" wide={isWide} />
            </MoreSkeleton>
          )
        )}
      </>
    );
  }
}
