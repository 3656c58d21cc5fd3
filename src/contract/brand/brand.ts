import * as v from 'valibot';
import { descriptionLength, maxBillingDetailsLength } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { anyId, cents, longText, text, timestamp, webUrl } from '../wire/primitives.ts';

export const approvalStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Onboarding steps, in order. */
export const onboardingSteps = [
  'welcome',
  'description',
  'iconUrl',
  'brandUrl',
  'storeLocatorUrl',
  'socialHandles',
  'initialFunding',
  'payment',
  'complete',
] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

const onboardingMap = v.record(v.picklist(onboardingSteps), v.boolean());

/**
 * Beyond the specification: the reason for an approved brand's suspension, and its start. The reason is null if none was
 * recorded.
 */
const suspensionSchema = v.object({ reason: v.nullable(v.string()), since: timestamp });

/** Beyond the specification: the company's details for its statements. */
export const billingDetailsSchema = v.object({
  companyName: v.nullable(v.string()),
  /** May have multiple lines. */
  address: v.nullable(v.string()),
  taxNumber: v.nullable(v.string()),
});
export type BillingDetails = v.InferOutput<typeof billingDetailsSchema>;

export const brandSchema = v.object({
  id: anyId,
  name: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  /** A suspended brand is REJECTED, so clients that don't know `suspension` deny it access to the dashboard, too. */
  approvalStatus: v.picklist(approvalStatuses),
  suspension: v.optional(suspensionSchema),
  iconUrl: v.nullable(v.string()),
  description: v.nullable(v.string()),
  brandUrl: v.nullable(v.string()),
  storeLocatorUrl: v.nullable(v.string()),
  tikTokHandle: v.nullable(v.string()),
  youtubeHandle: v.nullable(v.string()),
  instagramHandle: v.nullable(v.string()),
  facebookHandle: v.nullable(v.string()),
  requiredHashtag: v.nullable(v.string()),
  cpmCents: cents,
  availableBalanceCents: cents,
  pendingBalanceCents: cents,
  onboarding: onboardingMap,
  postNotificationsEnabled: v.boolean(),
  loginNotificationsEnabled: v.boolean(),
  billingDetails: v.optional(billingDetailsSchema),
});
export type Brand = v.InferOutput<typeof brandSchema>;

const handle = v.nullable(text(60));

/** Every field is optional; omitted fields stay unchanged. */
export const brandUpdateSchema = v.partial(
  v.object({
    description: v.nullable(longText(descriptionLength.maxLength)),
    brandUrl: v.nullable(webUrl),
    storeLocatorUrl: v.nullable(webUrl),
    iconUrl: v.nullable(v.pipe(v.string(), v.maxLength(2048))),
    tikTokHandle: handle,
    youtubeHandle: handle,
    instagramHandle: handle,
    facebookHandle: handle,
    postNotificationsEnabled: v.boolean(),
    loginNotificationsEnabled: v.boolean(),
    onboarding: onboardingMap,
    /** Empty text is stored as null. */
    billingDetails: v.object({
      companyName: v.nullable(text(maxBillingDetailsLength.companyName, 0, 'Company name')),
      address: v.nullable(longText(maxBillingDetailsLength.address, 0, 'Address')),
      taxNumber: v.nullable(text(maxBillingDetailsLength.taxNumber, 0, 'Tax number')),
    }),
  }),
);
export type BrandUpdate = v.InferOutput<typeof brandUpdateSchema>;

export const tagSchema = v.object({ id: anyId, name: v.string() });
export type Tag = v.InferOutput<typeof tagSchema>;

export const getBrand = endpoint({
  method: 'GET',
  path: '/brand/v1.0/brands/current',
  summary: 'Returns the session’s brand.',
  access: 'session',
  answer: brandSchema,
});

export const updateBrand = endpoint({
  method: 'PUT',
  path: '/brand/v1.0/brands/current',
  summary: 'Updates the session’s brand, and returns it.',
  access: 'approved',
  body: brandUpdateSchema,
  answer: brandSchema,
});

export const onboardBrand = endpoint({
  method: 'POST',
  path: '/brand/v1.0/brands/current/onboard',
  summary: 'Marks onboarding steps as done.',
  access: 'approved',
  body: v.object({ onboarding: onboardingMap }),
  answer: brandSchema,
});

export const listTags = endpoint({
  method: 'GET',
  path: '/brand/v1.0/tags',
  summary: 'Lists campaign tags. The tag named All means every creator.',
  access: 'approved',
  answer: v.array(tagSchema),
});
