import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { getPush } from '#contract/account/push.ts';

/** The server's public key and the subscribed devices. Network only: the local copy doesn't include them. */
export const pushQuery = () =>
  queryOptions({
    queryKey: ['push'] as const,
    queryFn: async ({ signal }) => (await call(getPush, { signal })).data,
  });
