import type { FlagName } from '#contract/account/flags.ts';
import type { OfferedPlatform } from '../posts/handles.ts';

/**
 * Features enabled for brands. `onboarding`: new brands see the onboarding. `crossPlatformCampaigns`: a campaign may run on
 * several platforms; otherwise the brand picks one. The other flags each make a platform available.
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

/** Parses a boolean environment variable; undefined for other text. */
export const parseSwitch = (text: string): boolean | undefined => switches[text.trim().toLowerCase()];
