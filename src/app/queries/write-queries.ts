import {
  type DataTag,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query';

/**
 * TanStack marks manually written data as fresh. After an invalidation that would hide the server's change until the
 * data goes stale. So invalidated queries stay invalidated here, and equal data isn't written.
 */
function write(client: QueryClient, queryKey: QueryKey, data: unknown, updatedAt?: number): void {
  const state = client.getQueryState(queryKey);
  if (state?.data !== undefined && replaceEqualDeep(state.data, data) === state.data) return;
  client.setQueryData(queryKey, data, updatedAt === undefined ? {} : { updatedAt });
  if (state?.isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Stores a complete response for a query, such as the brand that an update returns. */
export function setQueryResponse<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  answer: NoInfer<T>,
): void {
  write(client, queryKey, answer);
}

/** Patches the data of matching queries. The data keeps its age. */
export function patchQueries<T>(client: QueryClient, filters: QueryFilters, patch: (shown: T) => T): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters)) {
    if (state.data !== undefined) write(client, queryKey, patch(state.data as T), state.dataUpdatedAt);
  }
}
