import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { listChangeTemplates } from '#contract/brand/offer.ts';

/** Templates of changes that a brand can request. */
export const changeTemplatesQuery = () =>
  queryOptions({
    queryKey: ['templates'] as const,
    queryFn: async ({ signal }) => (await call(listChangeTemplates, { signal })).data,
  });
