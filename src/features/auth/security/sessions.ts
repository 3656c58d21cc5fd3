import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { listSessions } from '#contract/account/auth.ts';

/** The brand's logins that have not ended, last used first. They are asked of the server alone: no phone keeps them. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'] as const,
    queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
  });
