import {
  hashKey,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { Page } from '#contract/wire/page.ts';
import { comeNear } from './list-page.ts';
import { useRetryOnline } from './retry-online.ts';
import { type RowsOfPages, rowsOfPages } from './rows-of-pages.ts';

interface Given<T> {
  list: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  queryKey: QueryKey;
  pageSize: number;
  /** Key of a row; the same function each time. */
  keyOf: (row: T) => string;
}

interface LongList<T> {
  /** Each once. */
  rows: readonly T[];
  /** Number of rows, on pages that have come and on others. */
  total: number;
  /** True if there is a next page, and asking for it has not failed. */
  canGoOn: boolean;
  /** Asks for the next page, or waits for what the list is being asked for already. */
  goOn: () => Promise<unknown>;
  /** The first and the last row that are near the window: their pages are kept up to date. */
  onShown: (first: number, last: number) => void;
}

/** An infinite list; pages that failed offline are read once there is a network. */
export function useLongList<T>({ list, queryKey, pageSize, keyOf }: Given<T>): LongList<T> {
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
      if (comeNear(client, JSON.parse(hash), pageOf(first), pageOf(last))) void refetch();
    },
    [client, hash, pageSize, refetch],
  );
  return {
    rows,
    total: data?.pages.at(-1)?.pagination.total ?? rows.length,
    // Reading `isFetching` would render the whole list again at each change.
    canGoOn: hasNextPage && !isFetchNextPageError,
    goOn: () => fetchNextPage({ cancelRefetch: false }),
    onShown,
  };
}
