import type { OfferedPlatform } from './handles.ts';

/** What the provider has switched on for its brands. */
export interface Flags {
  /** Campaigns may run on several platforms at once; else one is picked. */
  crossPlatformCampaigns: boolean;
  tikTok: boolean;
  youtube: boolean;
  instagram: boolean;
  facebook: boolean;
}

/** What holds in production where nothing else is said. */
export const productionFlags: Flags = {
  crossPlatformCampaigns: false,
  tikTok: true,
  youtube: true,
  instagram: true,
  facebook: false,
};

const flagOf = {
  TIKTOK: 'tikTok',
  YOUTUBE: 'youtube',
  INSTAGRAM: 'instagram',
  FACEBOOK: 'facebook',
} as const satisfies Record<OfferedPlatform, keyof Flags>;

/** Whether a brand can choose a platform. */
export const isSwitchedOn = (platform: OfferedPlatform, flags: Flags): boolean => flags[flagOf[platform]];
