import * as v from 'valibot';
import { adminSessionSchema } from '#contract/account/auth.ts';
import { emailAddress } from '#contract/account/email.ts';
import { maximumFundsCents } from '#contract/brand/billing.ts';
import { approvalStatuses } from '#contract/brand/brand.ts';
import {
  campaignSteps,
  campaignTypes,
  campaignSchema as contractCampaign,
  socialPlatforms,
} from '#contract/brand/campaign.ts';
import { creatorOfferSchema } from '#contract/creator/creator.ts';
import { mostProposedCreators } from '#contract/wire/bounds.ts';
import { campaignId } from '#contract/wire/primitives.ts';
import { refreshTokens } from '../services/accounts/sessions/refresh-tokens.ts';
import { adjustBalance } from '../services/admin/adjust.ts';
import { decideOnCampaign, listCampaigns, proposalStates } from '../services/admin/campaigns.ts';
import { setFee } from '../services/admin/fee.ts';
import { endAdminSessions, startAdminSession } from '../services/admin/sessions.ts';
import { showCampaign } from '../services/admin/show/show-campaign.ts';
import { settleNow } from '../services/campaigns/settle.ts';
import { accessTokens } from '../services/shared/access-tokens.ts';
import { defineCommand } from './command.ts';

const approvalStatus = v.picklist(approvalStatuses, `Expected one of ${approvalStatuses.join(', ')}.`);
const text = (what: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(`Expected ${what}.`), v.maxLength(2000));
const email = emailAddress();

const campaignSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  brandEmail: v.string(),
  brandWebsiteUrl: v.nullable(v.string()),
  approvalStatus,
  campaignType: v.picklist(campaignTypes),
  platforms: v.array(v.picklist(socialPlatforms)),
  cpmBudgetCents: v.nullable(v.number()),
  startAt: v.string(),
  createdAt: v.string(),
  proposal: v.nullable(
    v.object({
      ...{ feeCents: v.number(), creators: v.number() },
      ...{ state: v.picklist(proposalStates), note: v.nullable(v.string()) },
    }),
  ),
});

export const listCampaignsCommand = defineCommand({
  name: 'list-campaigns',
  input: v.object({ status: v.optional(approvalStatus, 'PENDING') }),
  result: v.object({ campaigns: v.array(campaignSchema) }),
  run: async ({ db }, { status }) => ({ campaigns: await listCampaigns(db, status) }),
});

const { brand, campaign, pay } = creatorOfferSchema.entries;

export const showCampaignCommand = defineCommand({
  name: 'show-campaign',
  input: v.object({ campaignId }),
  result: v.object({
    ...campaignSchema.entries,
    seen: v.string(),
    status: contractCampaign.entries.status,
    rejectionReason: v.nullable(v.string()),
    endAt: v.nullable(v.string()),
    tags: v.array(v.string()),
    worker: contractCampaign.entries.CPMWorker,
    viewCount: v.number(),
    feeCents: v.nullable(v.number()),
    replacesCampaignId: v.nullable(v.string()),
    offers: v.record(v.string(), v.optional(v.number())),
    forCreators: v.object({ brand, campaign, pay }),
  }),
  run: ({ db }, given) => showCampaign(db, given.campaignId),
});

const creators = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1, 'Expected one or more creators.'),
  v.maxValue(mostProposedCreators, `Expected up to ${mostProposedCreators} creators.`),
);
const fee = v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'Expected a fee.'), v.maxValue(maximumFundsCents));

export const setFeeCommand = defineCommand({
  name: 'set-fee',
  acts: true,
  input: v.object({ campaignId, feeCents: fee }),
  result: v.object({ campaignId: v.string(), feeCents: v.number() }),
  run: (context, given) => setFee(context, given),
});

export const settleCampaignCommand = defineCommand({
  name: 'settle-campaign',
  acts: true,
  input: v.object({ campaignId, countToday: v.optional(v.boolean(), false) }),
  result: v.object({
    ...{ campaignId: v.string(), name: v.string(), changed: v.boolean() },
    ...{ earnedCents: v.number(), returnedCents: v.number() },
  }),
  run: (context, given) => settleNow(context, given),
});

/** Tag that show-campaign printed. */
const seen = v.optional(v.string());

export const decideOnCampaignCommand = defineCommand({
  name: 'decide-on-campaign',
  acts: true,
  input: v.variant('decision', [
    v.object({
      campaignId,
      decision: v.literal('APPROVED'),
      seen,
      asks: v.optional(v.array(v.picklist(campaignSteps, `Expected one or more of ${campaignSteps.join(', ')}.`))),
      asksForOriginals: v.optional(v.boolean(), false),
      feeCents: v.optional(fee),
      creators: v.optional(creators),
    }),
    v.object({ campaignId, decision: v.literal('REJECTED'), reason: text('a reason'), seen }),
  ]),
  result: v.object({ campaign: campaignSchema, changed: v.boolean() }),
  run: (context, decision) => decideOnCampaign(context, decision),
});

export const adjustCommand = defineCommand({
  name: 'adjust',
  acts: true,
  input: v.object({
    brand: text('the email or the ID of a brand'),
    amountCents: v.pipe(
      v.number(),
      v.safeInteger(),
      v.check(
        (cents) => cents !== 0 && Math.abs(cents) <= maximumFundsCents,
        'Expected an amount of up to $999,999.99.',
      ),
    ),
    note: v.pipe(text('a note'), v.maxLength(200, 'Expected a note of at most 200 characters.')),
  }),
  result: v.object({
    brandId: v.string(),
    email: v.string(),
    availableBalanceCents: v.number(),
    changed: v.boolean(),
  }),
  run: (context, adjustment) => adjustBalance(context, adjustment),
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
  acts: true,
  input: v.object({ email }),
  result: v.object({ ended: v.number() }),
  run: async ({ db, now }, given) => ({ ended: await endAdminSessions(db, given.email, now()) }),
});
