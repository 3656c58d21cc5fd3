import { type Flags, productionFlags } from '../../domain/flags.ts';

const switches: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  on: true,
  0: false,
  false: false,
  off: false,
};

const said = (given: unknown): boolean | undefined => switches[String(given ?? '').toLowerCase()];

/** What is switched on, as the build was told; on a developer's machine every platform is. */
export function useFlags(): Flags {
  const { VITE_CROSS_PLATFORM_CAMPAIGNS, VITE_FACEBOOK, DEV } = import.meta.env;
  return {
    ...productionFlags,
    crossPlatformCampaigns: said(VITE_CROSS_PLATFORM_CAMPAIGNS) ?? productionFlags.crossPlatformCampaigns,
    facebook: said(VITE_FACEBOOK) ?? (DEV || productionFlags.facebook),
  };
}
