import * as v from 'valibot';
import type { Brand, BrandUpdate } from '#contract/brand/brand.ts';
import { offeredPlatforms, toStoredHandle } from '#domain/posts/handles.ts';
import { isWebAddress, toStoredAddress, withoutScheme } from '#domain/posts/web-address.ts';
import { limits } from '#domain/shared/limits.ts';

const { minLength, maxLength } = limits.description;
const wrongAddress = 'Enter a web address such as www.example.com';
const longest = 2000;

const address = v.pipe(v.string(), v.trim(), v.maxLength(longest, wrongAddress));
const handle = v.pipe(v.string(), v.maxLength(60, 'Handles can have at most 60 characters'));

/** Schema of the settings form; {@link toUpdate} converts it on submit. */
export const profileSchema = v.pipe(
  v.object({
    description: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Description is required'),
      v.minLength(minLength, `Description must be at least ${minLength} characters long`),
      v.maxLength(maxLength, `Description must be less than ${maxLength + 1} characters long`),
    ),
    brandUrl: v.pipe(address, v.nonEmpty('Brand URL is required'), v.check(isWebAddress, wrongAddress)),
    storeLocatorUrl: v.pipe(
      address,
      v.check((typed) => typed === '' || isWebAddress(typed), wrongAddress),
    ),
    tikTokHandle: handle,
    youtubeHandle: handle,
    instagramHandle: handle,
    facebookHandle: handle,
    postNotificationsEnabled: v.boolean(),
    loginNotificationsEnabled: v.boolean(),
  }),
  v.forward(
    v.partialCheck(
      [['tikTokHandle'], ['youtubeHandle'], ['instagramHandle'], ['facebookHandle']],
      (typed) => offeredPlatforms.some(({ field }) => typed[field].trim() !== ''),
      'At least one social media handle is required',
    ),
    ['tikTokHandle'],
  ),
);
export type Profile = v.InferOutput<typeof profileSchema>;

export function profileOf(brand: Brand): Profile {
  return {
    description: brand.description ?? '',
    brandUrl: withoutScheme(brand.brandUrl ?? ''),
    storeLocatorUrl: withoutScheme(brand.storeLocatorUrl ?? ''),
    tikTokHandle: brand.tikTokHandle ?? '',
    youtubeHandle: brand.youtubeHandle ?? '',
    instagramHandle: brand.instagramHandle ?? '',
    facebookHandle: brand.facebookHandle ?? '',
    postNotificationsEnabled: brand.postNotificationsEnabled,
    loginNotificationsEnabled: brand.loginNotificationsEnabled,
  };
}

export function toUpdate(profile: Profile): BrandUpdate {
  return {
    ...profile,
    brandUrl: toStoredAddress(profile.brandUrl),
    storeLocatorUrl: toStoredAddress(profile.storeLocatorUrl),
    ...Object.fromEntries(
      offeredPlatforms.map(({ platform, field }) => [field, toStoredHandle(platform, profile[field])]),
    ),
  };
}
