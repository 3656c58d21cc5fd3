import * as v from 'valibot';
import { approvalStatuses } from '#contract/brand/brand.ts';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { decideOnBrand, reinstateBrand, suspendBrand } from '../services/admin/brand-decisions.ts';
import { brandStates, listBrands } from '../services/admin/shared/brands.ts';
import { showBrand } from '../services/admin/show/show-brand.ts';
import { defineCommand } from './command.ts';

const text = (what: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(`Expected ${what}.`), v.maxLength(2000));
const named = text('the email or ID of a brand');
const reason = text('a reason');
/** Tag that show-brand printed. */
const seen = v.optional(v.string());

const brandSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  websiteUrl: v.nullable(v.string()),
  approvalStatus: v.picklist(approvalStatuses),
  suspension: v.nullable(v.object({ reason: v.nullable(v.string()), since: v.string() })),
  createdAt: v.string(),
});
const accountSchema = v.object({ platform: v.picklist(socialPlatforms), username: v.string() });
const decided = v.object({ brand: brandSchema, changed: v.boolean() });

export const listBrandsCommand = defineCommand({
  name: 'list-brands',
  input: v.object({
    status: v.optional(v.picklist(brandStates, `Expected one of ${brandStates.join(', ')}.`)),
  }),
  result: v.object({ brands: v.array(v.object({ ...brandSchema.entries, availableCents: v.number() })) }),
  run: async ({ db }, { status }) => ({ brands: await listBrands(db, status) }),
});

export const showBrandCommand = defineCommand({
  name: 'show-brand',
  input: v.object({ brand: named }),
  result: v.object({
    ...brandSchema.entries,
    seen: v.string(),
    description: v.nullable(v.string()),
    storeLocatorUrl: v.nullable(v.string()),
    iconUrl: v.nullable(v.string()),
    handles: v.array(accountSchema),
    terms: v.object({
      cpmCents: v.number(),
      requiredHashtag: v.nullable(v.string()),
      silentDays: v.nullable(v.number()),
    }),
    onboarding: v.record(v.string(), v.optional(v.boolean())),
    money: v.object({ availableCents: v.number(), pendingCents: v.number(), heldCents: v.number() }),
    campaigns: v.object({ inReview: v.number(), approved: v.number(), rejected: v.number(), archived: v.number() }),
    mailRefusal: v.nullable(v.string()),
  }),
  run: ({ db }, { brand }) => showBrand(db, brand),
});

export const decideOnBrandCommand = defineCommand({
  name: 'decide-on-brand',
  acts: true,
  input: v.object({
    brand: named,
    decision: v.picklist(['APPROVED', 'REJECTED']),
    reason: v.optional(reason),
    seen,
  }),
  result: decided,
  run: (context, decision) => decideOnBrand(context, decision),
});

export const suspendBrandCommand = defineCommand({
  name: 'suspend-brand',
  acts: true,
  input: v.object({ brand: named, reason, seen }),
  result: decided,
  run: (context, suspension) => suspendBrand(context, suspension),
});

export const reinstateBrandCommand = defineCommand({
  name: 'reinstate-brand',
  acts: true,
  input: v.object({ brand: named, seen }),
  result: decided,
  run: (context, given) => reinstateBrand(context, given),
});
