import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { expect, test, vi } from 'vitest';
import { useLongList } from '#app/queries/long-list.ts';
import type { Page } from '#contract/wire/page.ts';

const keyOf = (row: string) => row;
const pageSize = 2;
const queryKey = ['rows'];
const pageOf = (page: number): Page<string> => ({
  data: [`${page}a`, `${page}b`],
  pagination: { nextPage: page < 3 ? page + 1 : null, previousPage: null, total: 6 },
});

/** A list, its render count, and its pending page requests. */
async function openList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const waiting: { resolve: (page: Page<string>) => void; reject: (error: Error) => void; page: number }[] = [];
  const fetchPage = vi.fn(
    (page: number) => new Promise<Page<string>>((resolve, reject) => waiting.push({ resolve, reject, page })),
  );
  let drawn = 0;
  const { result } = renderHook(
    () => {
      drawn += 1;
      const list = useInfiniteQuery({
        queryKey,
        queryFn: ({ pageParam }) => fetchPage(pageParam),
        initialPageParam: 1,
        getNextPageParam: ({ pagination }) => pagination.nextPage,
      });
      return useLongList({ list, queryKey, pageSize, keyOf });
    },
    {
      wrapper: ({ children }: PropsWithChildren) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  const answer = () =>
    act(async () => {
      const next = waiting.shift();
      next?.resolve(pageOf(next.page));
    });
  const fail = () => act(async () => waiting.shift()?.reject(new Error('cut off')));
  await answer();
  await waitFor(() => expect(result.current.rows).toHaveLength(2));
  return { client, result, answer, fail, fetchPage, drawn: () => drawn };
}

test('the list rerenders when a page arrives, not when it is requested', async () => {
  const { result, answer, fetchPage, drawn } = await openList();
  const before = drawn();
  let isOver = false;
  act(() => void result.current.loadMore().then(() => (isOver = true)));
  await waitFor(() => expect(fetchPage).toHaveBeenLastCalledWith(2));
  expect([drawn(), isOver]).toEqual([before, false]);
  await answer();
  await waitFor(() => expect(result.current.rows).toEqual(['1a', '1b', '2a', '2b']));
  expect([drawn(), isOver]).toEqual([before + 1, true]);
});

test('a refetch in progress is awaited, not canceled', async () => {
  const { client, result, answer, fetchPage } = await openList();
  act(() => void client.refetchQueries({ queryKey }));
  await waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(2));
  let isOver = false;
  act(() => void result.current.loadMore().then(() => (isOver = true)));
  await answer();
  await waitFor(() => expect(isOver).toBe(true));
  expect(fetchPage.mock.calls).toEqual([[1], [1]]);
});

test('loading stops at the end of the list, and after a failure until it is retried', async () => {
  const { result, answer, fail, fetchPage } = await openList();
  expect(result.current.canLoadMore).toBe(true);
  act(() => void result.current.loadMore());
  await waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(2));
  await fail();
  await waitFor(() => expect(result.current.canLoadMore).toBe(false));
  for (const page of [2, 3]) {
    act(() => void result.current.loadMore());
    await waitFor(() => expect(fetchPage).toHaveBeenLastCalledWith(page));
    await answer();
    await waitFor(() => expect(result.current.rows).toHaveLength(page * pageSize));
  }
  expect(result.current.canLoadMore).toBe(false);
});
