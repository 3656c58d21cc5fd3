import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { listTags } from '#contract/brand/brand.ts';

/** The tags that a campaign can have. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: ['tags'],
    queryFn: async ({ signal }) => (await call(listTags, { signal })).data,
    meta: { firstFrame: true },
  });
