import {
  hashKey,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Page } from '#contract/wire/page.ts';
import { recordVisiblePages } from './list-page.ts';
import { useRetryOnline } from './retry-online.ts';
import { type RowsOfPages, rowsOfPages } from './rows-of-pages.ts';

interface Params<T> {
  list: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  queryKey: QueryKey;
  pageSize: number;
  /** Key of a row; must be a stable function. */
  keyOf: (row: T) => string;
}

interface LongList<T> {
  /** The loaded rows, without duplicates. */
  rows: readonly T[];
  /** Number of rows, loaded or not. */
  total: number;
  /** True if there's a next page, and fetching it hasn't failed. */
  canLoadMore: boolean;
  /** Fetches the next page, or awaits a fetch that's already running. */
  loadMore: () => Promise<unknown>;
  /** Reports the first and last row near the viewport; their pages are kept up to date. */
  onShown: (first: number, last: number) => void;
}

/** An infinite list. Pages that failed offline are fetched once the network is back. */
export function useLongList<T>({ list, queryKey, pageSize, keyOf }: Params<T>): LongList<T> {
  const client = useQueryClient();
  const { data, error, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = list;
  const collected = useRef<RowsOfPages<T> | null>(null);
  const rows = useMemo(() => {
    collected.current = rowsOfPages(data?.pages ?? [], keyOf, collected.current);
    return collected.current.rows;
  }, [data, keyOf]);
  useRetryOnline(error !== null, isFetchNextPageError ? fetchNextPage : refetch);
  const hash = hashKey(queryKey);
  const onShown = useCallback(
    (first: number, last: number) => {
      const pageOf = (place: number) => Math.floor(place / pageSize) + 1;
      if (recordVisiblePages(client, JSON.parse(hash), pageOf(first), pageOf(last))) void refetch();
    },
    [client, hash, pageSize, refetch],
  );
  return {
    rows,
    total: data?.pages.at(-1)?.pagination.total ?? rows.length,
    // Reading `isFetching` would rerender the whole list at each change.
    canLoadMore: hasNextPage && !isFetchNextPageError,
    loadMore: () => fetchNextPage({ cancelRefetch: false }),
    onShown,
  };
}
