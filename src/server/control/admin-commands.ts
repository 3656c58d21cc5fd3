import * as v from 'valibot';
import { adminSessionSchema } from '../../contract/auth.ts';
import { approvalStatuses } from '../../contract/brand.ts';
import { campaignId } from '../../contract/primitives.ts';
import { accessTokens } from '../services/access-tokens.ts';
import { decideOnBrand, listBrands } from '../services/admin/brands.ts';
import { decideOnCampaign, listCampaigns } from '../services/admin/campaigns.ts';
import { endAdminSessions, startAdminSession } from '../services/admin/sessions.ts';
import { refreshTokens } from '../services/refresh-tokens.ts';
import { defineCommand } from './command.ts';

const approvalStatus = v.picklist(approvalStatuses);
const text = (what: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(`Expected ${what}.`), v.maxLength(2000));
const email = v.pipe(text('an email'), v.email('Expected an email.'));

const brandSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  approvalStatus,
  createdAt: v.string(),
});
const campaignSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  brandEmail: v.string(),
  approvalStatus,
  cpmBudgetCents: v.nullable(v.number()),
  startAt: v.string(),
  createdAt: v.string(),
});

export const listBrandsCommand = defineCommand({
  name: 'list-brands',
  input: v.object({ status: v.optional(approvalStatus) }),
  result: v.object({ brands: v.array(brandSchema) }),
  run: async ({ db }, { status }) => ({ brands: await listBrands(db, status) }),
});

export const decideOnBrandCommand = defineCommand({
  name: 'decide-on-brand',
  input: v.object({
    brand: text('the email or the id of a brand'),
    decision: v.picklist(['APPROVED', 'REJECTED']),
    reason: v.optional(text('a reason')),
  }),
  result: v.object({ brand: brandSchema, changed: v.boolean() }),
  run: (context, decision) => decideOnBrand(context, decision),
});

export const listCampaignsCommand = defineCommand({
  name: 'list-campaigns',
  input: v.object({ status: v.optional(approvalStatus, 'PENDING') }),
  result: v.object({ campaigns: v.array(campaignSchema) }),
  run: async ({ db }, { status }) => ({ campaigns: await listCampaigns(db, status) }),
});

export const decideOnCampaignCommand = defineCommand({
  name: 'decide-on-campaign',
  input: v.variant('decision', [
    v.object({ campaignId, decision: v.literal('APPROVED') }),
    v.object({ campaignId, decision: v.literal('REJECTED'), reason: text('a reason') }),
  ]),
  result: v.object({ campaign: campaignSchema, changed: v.boolean() }),
  run: (context, decision) => decideOnCampaign(context, decision),
});

export const startAdminSessionCommand = defineCommand({
  name: 'start-admin-session',
  input: v.object({ email }),
  result: adminSessionSchema,
  run: ({ db, now, sessionSecret }, given) => {
    const secret = sessionSecret();
    const tokens = { adminAccess: accessTokens(secret, 'admin'), refresh: refreshTokens(secret) };
    return startAdminSession({ db, now, ...tokens }, given.email);
  },
});

export const endAdminSessionsCommand = defineCommand({
  name: 'end-admin-sessions',
  input: v.object({ email }),
  result: v.object({ ended: v.number() }),
  run: async ({ db, now }, given) => ({ ended: await endAdminSessions(db, given.email, now()) }),
});
