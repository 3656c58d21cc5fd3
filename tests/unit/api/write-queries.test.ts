import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { createQueryClient } from '#app/queries/query-client.ts';
import { patchQueries, setQueryResponse } from '#app/queries/write-queries.ts';

interface Row {
  id: string;
  name: string;
}
const options = (id: string) => queryOptions({ queryKey: ['rows', id], queryFn: async (): Promise<Row> => never });
const never = new Promise<Row>(() => undefined);
const { queryKey } = options('1');
const readAt = 1_000;

function readOnce(isInvalidated: boolean) {
  const client = createQueryClient();
  client.setQueryData(queryKey, { id: '1', name: 'before' }, { updatedAt: readAt });
  if (isInvalidated) void client.invalidateQueries({ queryKey, refetchType: 'none' });
  const state = () => client.getQueryState(queryKey);
  return { client, state };
}

describe.each([true, false])('a query whose invalidation is %s', (isInvalidated) => {
  test('keeps its age and its invalidation when patched', () => {
    const { client, state } = readOnce(isInvalidated);
    patchQueries<Row>(client, { queryKey: ['rows'] }, (shown) => ({ ...shown, name: 'after' }));
    expect(state()).toMatchObject({ data: { name: 'after' }, dataUpdatedAt: readAt, isInvalidated });
  });

  test('is not written by a patch that changes nothing', () => {
    const { client, state } = readOnce(isInvalidated);
    const before = state();
    patchQueries<Row>(client, { queryKey: ['rows'] }, (shown) => ({ ...shown }));
    expect(state()).toBe(before);
  });

  test('shows the server’s response and keeps its invalidation', () => {
    const { client, state } = readOnce(isInvalidated);
    setQueryResponse(client, queryKey, { id: '1', name: 'answered' });
    expect(state()).toMatchObject({ data: { name: 'answered' }, isInvalidated });
    expect(state()?.dataUpdatedAt).toBeGreaterThan(readAt);
  });
});

test('a response is stored for a query that was never fetched', () => {
  const client = createQueryClient();
  setQueryResponse(client, options('2').queryKey, { id: '2', name: 'new' });
  expect(client.getQueryData(options('2').queryKey)).toEqual({ id: '2', name: 'new' });
});

test('a patch skips a query that has no data yet', () => {
  const client = createQueryClient();
  const stop = new QueryObserver(client, options('1')).subscribe(() => undefined);
  patchQueries<Row>(client, { queryKey: ['rows'] }, () => ({ id: '1', name: 'made up' }));
  expect(client.getQueryData(queryKey)).toBeUndefined();
  stop();
});
