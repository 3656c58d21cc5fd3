import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { getPush } from '#contract/push.ts';

/** The server's key and the devices that are told. They are asked of the server alone: no phone keeps them. */
export const pushQuery = () =>
  queryOptions({
    queryKey: ['push'] as const,
    queryFn: async ({ signal }) => (await call(getPush, { signal })).data,
  });
