import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useMemo, useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { comeNear } from '../../../api/near-pages.ts';
import { readFailureOf } from '../../../api/read-failure.ts';
import { useRetryOnline } from '../../../api/retry-online.ts';
import { limits } from '../../../domain/limits.ts';
import { formatCount } from '../../../domain/money.ts';
import type { Day } from '../../../domain/period.ts';
import { usePageEnd } from '../../../ui/page-end.ts';
import { Empty, Failure, ReadFailure } from '../../../ui/States.tsx';
import type { PeriodChoice } from '../period-choice.ts';
import { type AnalyticsScope, postsQuery } from '../queries.ts';
import classes from './Activity.module.css';
import { ActivityBones } from './ActivityBones.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { type ColumnKey, readShownColumns, writeShownColumns } from './columns.ts';
import { PostCards } from './PostCards.tsx';
import { PostTable } from './PostTable.tsx';
import { postKey } from './post-cells.tsx';

// Not drawn again for each page that comes.
const KeptBones = memo(ActivityBones);
const KeptColumnsMenu = memo(ColumnsMenu);

interface Props {
  scope: AnalyticsScope;
  choice: PeriodChoice;
  today: Day;
}

const failureTitle = (error: unknown) => `Error: Unable to fetch post analytics - ${messageOf(error)}`;

/** What each post of a period did: a table on a desk, cards on a phone, that go on as far as one scrolls. */
export function Activity({ scope, choice, today }: Props) {
  const table = `analytics-${scope.kind}`;
  const [shown, setShown] = useState(() => readShownColumns(table));
  const isWide = useMediaQuery('(min-width: 900px)', true, { getInitialValueInEffect: false });
  const client = useQueryClient();
  const query = postsQuery(scope, choice, today);
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData });
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage, refetch } =
    list;
  usePageEnd({
    enabled: hasNextPage && !isFetching && !isFetchNextPageError,
    withinPx: limits.scrollTriggerPx,
    waitMs: limits.postsScrollDelayMs,
    onNear: () => void fetchNextPage(),
  });
  useRetryOnline(error !== null, isFetchNextPageError ? fetchNextPage : refetch);
  const listKey = JSON.stringify(query.queryKey);
  const onShown = useCallback(
    (first: number, last: number) => {
      const pageOf = (place: number) => Math.floor(place / limits.pageSize.posts) + 1;
      if (comeNear(client, JSON.parse(listKey), pageOf(first), pageOf(last))) void refetch();
    },
    [client, listKey, refetch],
  );
  const posts = useMemo(
    // A post that came while one scrolled moves another onto the next page.
    () => [...new Map(data?.pages.flatMap((page) => page.data.map((post) => [postKey(post), post]))).values()],
    [data],
  );
  const total = data?.pages.at(-1)?.pagination.total;
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
        {total !== undefined && total > 0 && (
          <span className={classes.total}>{total === 1 ? '1 post' : `${formatCount(total)} posts`}</span>
        )}
        <KeptColumnsMenu onChange={change} shown={shown} />
      </header>
      {content()}
    </section>
  );

  function content() {
    if (data === undefined) {
      if (error === null) return <ActivityBones count={6} label="Loading posts" wide={isWide} />;
      const { detail: _, ...failure } = readFailureOf(list);
      return <ReadFailure {...failure} title={failureTitle(error)} />;
    }
    if (posts.length === 0) {
      return (
        <Empty detail="Posts with figures in this period are listed here." icon="analytics" title="No posts found" />
      );
    }
    const List = isWide ? PostTable : PostCards;
    return (
      <>
        <div aria-busy={isPlaceholderData} className={classes.list}>
          <List
            columns={shown}
            onShown={onShown}
            posts={posts}
            total={total ?? posts.length}
            withCampaign={scope.kind === 'brand'}
          />
        </div>
        {isFetchNextPageError ? (
          <Failure onRetry={() => void fetchNextPage()} title={failureTitle(error)} />
        ) : (
          hasNextPage && (
            <div className={classes.more}>
              <KeptBones count={3} label="Loading more posts" wide={isWide} />
            </div>
          )
        )}
      </>
    );
  }
}
