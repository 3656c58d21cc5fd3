import { queryOptions, useIsFetching, useQuery } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { type Brand, getBrand } from '#contract/brand/brand.ts';

/** State of a brand's account. Only `open` accounts can use the dashboard. */
export type AccountState = 'unverified' | 'in-review' | 'rejected' | 'suspended' | 'open';

export function accountState(brand: Pick<Brand, 'emailVerified' | 'approvalStatus' | 'suspension'>): AccountState {
  if (!brand.emailVerified) return 'unverified';
  if (brand.suspension) return 'suspended';
  switch (brand.approvalStatus) {
    case 'APPROVED':
      return 'open';
    case 'PENDING':
      return 'in-review';
    case 'REJECTED':
      return 'rejected';
  }
}

const brandKey = ['brand'] as const;

/** The session's brand. Until its account is open, reads try the network before the stored copy. */
export const brandQuery = () =>
  queryOptions({
    queryKey: brandKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<Brand>(brandKey);
      const waits = known !== undefined && accountState(known) !== 'open';
      const { data } = await call(getBrand, { signal, ...(waits ? { cacheControl: 'no-cache' } : {}) });
      return data;
    },
    meta: { firstFrame: true },
  });

/** State of a brand that can't use the dashboard, for the banner. */
export interface KeptOutState {
  /** True while a refetch checks if the brand has been verified or approved. */
  checksApproval: boolean;
}

/** @returns null for a brand that can use the dashboard, and before the first response */
export function useKeptOut(): KeptOutState | null {
  const { data } = useQuery({ ...brandQuery(), enabled: false });
  const fetching = useIsFetching({ queryKey: brandKey }) > 0;
  const state = data && accountState(data);
  if (state === undefined || state === 'open') return null;
  return { checksApproval: fetching && (state === 'unverified' || state === 'in-review') };
}
