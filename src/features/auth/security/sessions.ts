import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { listSessions } from '#contract/account/auth.ts';

/** The brand's active logins, most recently used first. Fetched only from the server: no device stores them. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'] as const,
    queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
  });
