import * as v from 'valibot';
import { approvalStatuses } from '#contract/brand/brand.ts';
import { socialPlatforms } from '#contract/brand/campaign.ts';
import { commandFor, defineCommand, nonBlankText, unchangedSuffix } from '../control/command.ts';
import { defineTask } from '../control/task.ts';
import { decideOnBrand, reinstateBrand, suspendBrand } from '../services/admin/brand-decisions.ts';
import { brandStates, listBrands } from '../services/admin/shared/brands.ts';
import { brandLine, brandLines } from '../services/admin/shared/format.ts';
import { brandText } from '../services/admin/show/brand-text.ts';
import { showBrand } from '../services/admin/show/show-brand.ts';

const argument = 'the email or ID of a brand';
const brand = nonBlankText(argument);
const reason = nonBlankText('a reason');
/** Version tag printed by show-brand. */
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
const result = v.object({ brand: brandSchema, changed: v.boolean() });
const textFor = (what: string) => (done: v.InferOutput<typeof result>) =>
  `${brandLine(done.brand)} ${what}.${unchangedSuffix(done.changed)}`;

const decideOnBrandTask = defineTask({
  name: 'decide-on-brand',
  acts: true,
  input: v.object({
    brand,
    decision: v.picklist(['APPROVED', 'REJECTED']),
    reason: v.optional(reason),
    seen,
  }),
  result,
  run: (context, decision) => decideOnBrand(context, decision),
});

export const brandCommands = [
  defineCommand({
    name: 'list-brands',
    usage: '[--status STATUS]',
    help: 'lists brands, oldest first; STATUS can also be SUSPENDED',
    takes: ['status'],
    input: v.object({
      status: v.optional(v.picklist(brandStates, `Expected one of ${brandStates.join(', ')}.`)),
    }),
    result: v.object({ brands: v.array(v.object({ ...brandSchema.entries, availableCents: v.number() })) }),
    run: async ({ db }, { status }) => ({ brands: await listBrands(db, status) }),
    call: (_, { status }) => ({
      input: { status: status?.toUpperCase() },
      words: ({ brands }) => brandLines(brands, new Date()),
    }),
  }),
  defineCommand({
    name: 'show-brand',
    usage: 'EMAIL',
    help: "shows a brand's profile, terms, money and campaigns",
    argument,
    input: v.object({ brand }),
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
    run: ({ db }, given) => showBrand(db, given.brand),
    call: (named) => ({ input: { brand: named }, words: (shown) => brandText(shown, new Date()) }),
  }),
  commandFor(decideOnBrandTask, {
    name: 'approve-brand',
    usage: 'EMAIL',
    help: "approves a brand and notifies it by email; EMAIL can also be the brand's ID",
    argument,
    takes: ['seen'],
    call: (named, given) => ({
      input: { brand: named, decision: 'APPROVED', ...given },
      words: textFor('is approved'),
    }),
  }),
  commandFor(decideOnBrandTask, {
    name: 'reject-brand',
    usage: 'EMAIL [--reason TEXT]',
    help: 'rejects a brand that was never approved, and emails it the reason',
    argument,
    takes: ['reason', 'seen'],
    call: (named, given) => ({
      input: { brand: named, decision: 'REJECTED', ...given },
      words: textFor('is rejected'),
    }),
  }),
  defineCommand({
    name: 'suspend-brand',
    usage: 'EMAIL --reason TEXT',
    help: "closes an approved brand's dashboard; the brand gets the reason there and by email",
    argument,
    needs: { reason: 'Expected --reason, which is shown to the brand.' },
    takes: ['seen'],
    acts: true,
    input: v.object({ brand, reason, seen }),
    result,
    run: (context, suspension) => suspendBrand(context, suspension),
    call: (named, given) => ({ input: { brand: named, ...given }, words: textFor('is suspended') }),
  }),
  defineCommand({
    name: 'reinstate-brand',
    usage: 'EMAIL',
    help: "reopens a suspended brand's dashboard, and notifies the brand by email",
    argument,
    takes: ['seen'],
    acts: true,
    input: v.object({ brand, seen }),
    result,
    run: (context, given) => reinstateBrand(context, given),
    call: (named, given) => ({ input: { brand: named, ...given }, words: textFor('has access again') }),
  }),
];
