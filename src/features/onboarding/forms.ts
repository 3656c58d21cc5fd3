import * as v from 'valibot';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import { isWebAddress } from '#domain/posts/web-address.ts';
import { limits } from '#domain/shared/limits.ts';
import { amountSchema } from '#features/billing/public.ts';

const { minLength, maxLength } = limits.description;
const wrongAddress = 'Enter a web address such as www.example.com';
const address = v.pipe(v.string(), v.trim(), v.maxLength(2000, wrongAddress));
const handle = v.pipe(v.string(), v.maxLength(60, 'Handles can have at most 60 characters'));

export const descriptionSchema = v.object({
  description: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(minLength, `Description must be at least ${minLength} characters long`),
    v.maxLength(maxLength, `Description must be less than ${maxLength + 1} characters long`),
  ),
});

export const websiteSchema = v.object({
  brandUrl: v.pipe(address, v.nonEmpty('Website is required'), v.check(isWebAddress, wrongAddress)),
});

export const storeLocatorSchema = v.object({
  storeLocatorUrl: v.pipe(
    address,
    v.check((typed) => typed === '' || isWebAddress(typed), wrongAddress),
  ),
});

export const handlesSchema = v.pipe(
  v.object({ tikTokHandle: handle, youtubeHandle: handle, instagramHandle: handle, facebookHandle: handle }),
  v.forward(
    v.check(
      (typed) => offeredPlatforms.some(({ field }) => typed[field].trim() !== ''),
      'At least one social media handle is required',
    ),
    ['tikTokHandle'],
  ),
);
export type Handles = v.InferOutput<typeof handlesSchema>;

export const fundingSchema = v.object({ initialFunding: amountSchema('Initial funding') });

/** Suggested initial funding in dollars. */
export const proposedFunding = '1000';
