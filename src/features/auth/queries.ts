import { queryOptions, useIsFetching, useQuery } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { type Brand, getBrand } from '#contract/brand.ts';

/** Standing of a brand: the app is open to it only once it is verified and approved. */
export type Standing = 'unverified' | 'in-review' | 'open';

export function standingOf(brand: Pick<Brand, 'emailVerified' | 'approvalStatus'>): Standing {
  if (!brand.emailVerified) return 'unverified';
  return brand.approvalStatus === 'APPROVED' ? 'open' : 'in-review';
}

const brandKey = ['brand'] as const;

/** The brand of the session. While it is not open to the app the network is asked before the phone's copy. */
export const brandQuery = () =>
  queryOptions({
    queryKey: brandKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<Brand>(brandKey);
      const waits = known !== undefined && standingOf(known) !== 'open';
      const { data } = await call(getBrand, { signal, ...(waits ? { cacheControl: 'no-cache' } : {}) });
      return data;
    },
    meta: { firstFrame: true },
  });

/** True while a brand that waits for its approval is being asked for. */
export function useChecksApproval(): boolean {
  const { data } = useQuery({ ...brandQuery(), enabled: false });
  const fetching = useIsFetching({ queryKey: brandKey }) > 0;
  return fetching && data !== undefined && standingOf(data) !== 'open';
}
