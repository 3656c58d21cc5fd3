import * as v from 'valibot';
import { endpoint } from '../wire/endpoint.ts';

export const flagNames = [
  'onboarding',
  'crossPlatformCampaigns',
  'tikTok',
  'youtube',
  'instagram',
  'facebook',
] as const;
export type FlagName = (typeof flagNames)[number];

const flag = v.exactOptional(v.boolean());

/** Feature flags set by the provider; omitted flags keep the app's defaults. */
export const flagsSchema = v.object({
  onboarding: flag,
  crossPlatformCampaigns: flag,
  tikTok: flag,
  youtube: flag,
  instagram: flag,
  facebook: flag,
} satisfies Record<FlagName, unknown>);
export type ServerFlags = v.InferOutput<typeof flagsSchema>;

export const getFlags = endpoint({
  method: 'GET',
  path: '/brand/v1.0/flags',
  summary: 'Returns the feature flags that the provider has set. Others keep the app’s defaults.',
  access: 'session',
  answer: flagsSchema,
  optional: true,
});
