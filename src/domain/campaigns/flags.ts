import type { FlagName } from '#contract/account/flags.ts';
import type { OfferedPlatform } from '../posts/handles.ts';

/**
 * Features that are switched on for brands. `onboarding`: new brands see it. `crossPlatformCampaigns`: a campaign may run on
 * several platforms at once, else one is picked. The others: the platform can be chosen.
 */
export type Flags = Readonly<Record<FlagName, boolean>>;

/** Defaults of a production server. */
export const productionFlags: Flags = {
  onboarding: true,
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
} as const satisfies Record<OfferedPlatform, FlagName>;

/** True if a brand can choose a platform. */
export const isSwitchedOn = (platform: OfferedPlatform, flags: Flags): boolean => flags[flagOf[platform]];

const switches: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  on: true,
  0: false,
  false: false,
  off: false,
};

/** Parses a switch of the environment in any of its spellings; undefined for other text. */
export const switchOf = (text: string): boolean | undefined => switches[text.trim().toLowerCase()];
