import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '#api/client.ts';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { parseOfBrand } from '#app/storage/stored-of-brand.ts';
import { flagsSchema, getFlags, type ServerFlags } from '#contract/account/flags.ts';
import { type Flags, parseSwitch, productionFlags } from '#domain/campaigns/flags.ts';

const keptKey = 'afield-flags';
const keptSchema = v.object({ brandId: v.string(), flags: flagsSchema });

/** The last flags that the server sent, stored for offline starts. */
const readKept = (): ServerFlags | undefined => parseOfBrand(keptSchema, localStorage.getItem(keptKey))?.flags;

function keep(flags: ServerFlags): void {
  const session = readSession();
  if (isBrandSession(session)) localStorage.setItem(keptKey, JSON.stringify({ brandId: session.brandId, flags }));
}

const flagsQuery = () =>
  queryOptions({
    queryKey: ['flags'] as const,
    queryFn: async ({ signal }) => {
      const { data } = await call(getFlags, { signal });
      keep(data);
      return data;
    },
    initialData: readKept,
    // Use the stored flags immediately, but refetch them.
    initialDataUpdatedAt: 0,
  });

/** Flags of the build; in development every platform is on. */
function localFlags(): Flags {
  const { VITE_ONBOARDING_ENABLED, VITE_CROSS_PLATFORM_CAMPAIGNS, VITE_FACEBOOK, DEV } = import.meta.env;
  const said = (given: unknown) => parseSwitch(String(given ?? ''));
  return {
    ...productionFlags,
    onboarding: said(VITE_ONBOARDING_ENABLED) ?? productionFlags.onboarding,
    crossPlatformCampaigns: said(VITE_CROSS_PLATFORM_CAMPAIGNS) ?? productionFlags.crossPlatformCampaigns,
    facebook: said(VITE_FACEBOOK) ?? (DEV || productionFlags.facebook),
  };
}

/** The server's flags, otherwise the last ones it sent, otherwise the build's defaults. */
export function useFlags(): Flags {
  const { data } = useQuery(flagsQuery());
  return { ...localFlags(), ...data };
}
