import * as v from 'valibot';
import { maximumFundsCents } from '#contract/brand/billing.ts';
import { approvalStatuses } from '#contract/brand/brand.ts';
import {
  campaignSteps,
  campaignTypes,
  campaignSchema as contractCampaign,
  socialPlatforms,
} from '#contract/brand/campaign.ts';
import { creatorOfferSchema } from '#contract/creator/creator.ts';
import { maxProposedCreators } from '#contract/wire/bounds.ts';
import { withoutControls } from '#contract/wire/controls.ts';
import { campaignId } from '#contract/wire/primitives.ts';
import { formatUsd } from '#domain/money/money.ts';
import { feeText } from '#domain/money/proposal.ts';
import { centsOf, commandFor, defineCommand, namesIn, nonBlankText, unchangedSuffix } from '../control/command.ts';
import { defineTask } from '../control/task.ts';
import { decideOnCampaign, listCampaigns, proposalStates } from '../services/admin/campaigns.ts';
import { setFee } from '../services/admin/fee.ts';
import { campaignLine, campaignLines } from '../services/admin/shared/format.ts';
import { campaignText } from '../services/admin/show/campaign-text.ts';
import { showCampaign } from '../services/admin/show/show-campaign.ts';
import { settleNow } from '../services/campaigns/settle.ts';
import { importMetrics } from '../services/figures/metrics-import/import-metrics.ts';
import { importReportSchema } from '../services/figures/metrics-import/report.ts';

const argument = 'the ID of a campaign';
const approvalStatus = v.picklist(approvalStatuses, `Expected one of ${approvalStatuses.join(', ')}.`);
/** Version tag printed by show-campaign. */
const seen = v.optional(v.string());
const fee = v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'Expected a fee.'), v.maxValue(maximumFundsCents));
const creators = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1, 'Expected --creators of 1 or more.'),
  v.maxValue(maxProposedCreators, `Expected --creators of at most ${maxProposedCreators}.`),
);

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
const { brand, campaign: brief, pay } = creatorOfferSchema.entries;

/** Turns `contract,custom-caption` into CONTRACT and CUSTOM_CAPTION. */
const stepsOf = (typed: string) => namesIn(typed).map((step) => step.toUpperCase().replaceAll('-', '_'));

const decideOnCampaignTask = defineTask({
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
    v.object({ campaignId, decision: v.literal('REJECTED'), reason: nonBlankText('a reason'), seen }),
  ]),
  result: v.object({ campaign: campaignSchema, changed: v.boolean() }),
  run: (context, decision) => decideOnCampaign(context, decision),
});

export const importMetricsTask = defineTask({
  name: 'import-metrics',
  input: v.object({ campaignId, dryRun: v.boolean(), makeMissing: v.boolean() }),
  result: importReportSchema,
  run: (context, input, file) => importMetrics(context, input, file),
});

export const campaignCommands = [
  defineCommand({
    name: 'list-campaigns',
    usage: '[--status STATUS]',
    help: 'lists campaigns in a state, by default those waiting for review',
    takes: ['status'],
    input: v.object({ status: v.optional(approvalStatus, 'PENDING') }),
    result: v.object({ campaigns: v.array(campaignSchema) }),
    run: async ({ db }, { status }) => ({ campaigns: await listCampaigns(db, status) }),
    call: (_, { status }) => ({
      input: { status: status?.toUpperCase() },
      words: ({ campaigns }) => campaignLines(campaigns, new Date()),
    }),
  }),
  defineCommand({
    name: 'show-campaign',
    usage: 'ID',
    help: 'shows a campaign, with its brief exactly as creators see it',
    argument,
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
      forCreators: v.object({ brand, campaign: brief, pay }),
    }),
    run: ({ db }, given) => showCampaign(db, given.campaignId),
    call: (id) => ({ input: { campaignId: id }, words: (shown) => campaignText(shown, new Date()) }),
  }),
  commandFor(decideOnCampaignTask, {
    name: 'approve-campaign',
    usage: 'ID [--asks STEPS] [--originals] [--fee DOLLARS --creators NUMBER]',
    help: `approves a campaign: captures its held budget and starts it on its start date. STEPS are
      what creators do before they submit the link, separated by commas; by default the
      usual ones. --originals keeps videos as they were recorded, for the brand to download
      once it has approved the draft. A flat-fee campaign needs --fee (per approved post)
      and --creators (the maximum number who can earn it). This sends the brand a proposal;
      the campaign is approved once the brand accepts. A new proposal replaces the previous one`,
    argument,
    takes: ['asks', 'fee', 'creators', 'seen'],
    flags: ['originals'],
    call: (id, { asks, originals, fee: typedFee, creators: max, seen: tag }) => ({
      input: {
        ...{ campaignId: id, decision: 'APPROVED', asksForOriginals: originals, seen: tag },
        ...(asks === undefined ? {} : { asks: stepsOf(asks) }),
        ...(typedFee === undefined ? {} : { feeCents: centsOf(typedFee) }),
        ...(max === undefined ? {} : { creators: Number(max) }),
      },
      words: ({ campaign, changed }) =>
        campaign.proposal === null
          ? `${campaignLine(campaign)} is approved.${unchangedSuffix(changed)}`
          : `The proposal for ${campaignLine(campaign)} is ${feeText(campaign.proposal)}. The campaign is approved once the brand accepts.${unchangedSuffix(changed)}`,
    }),
  }),
  defineCommand({
    name: 'set-fee',
    usage: 'ID --fee DOLLARS',
    help: `sets the fee of a flat-fee campaign that was approved without a proposal, unless
      creators have already been offered a different fee`,
    argument,
    takes: ['fee'],
    acts: true,
    input: v.object({ campaignId, feeCents: fee }),
    result: v.object({ campaignId: v.string(), feeCents: v.number() }),
    run: (context, given) => setFee(context, given),
    call: (id, { fee: typed = '' }) => ({
      input: { campaignId: id, feeCents: centsOf(typed) },
      words: ({ feeCents }) => `The campaign pays ${formatUsd(feeCents)} per post.`,
    }),
  }),
  defineCommand({
    name: 'settle-campaign',
    usage: 'ID [--today]',
    help: `settles a campaign that has ended, without waiting 30 days: freezes its creators'
      earnings and returns the rest of its budget. Views up to yesterday count; with --today,
      so do today's views known so far. Settling a campaign again changes nothing`,
    argument,
    flags: ['today'],
    acts: true,
    input: v.object({ campaignId, countToday: v.optional(v.boolean(), false) }),
    result: v.object({
      ...{ campaignId: v.string(), name: v.string(), changed: v.boolean() },
      ...{ earnedCents: v.number(), returnedCents: v.number() },
    }),
    run: (context, given) => settleNow(context, given),
    call: (id, { today }) => ({
      input: { campaignId: id, countToday: today },
      words: ({ name, earnedCents, returnedCents, changed }) => {
        const sums = `its creators earned ${formatUsd(earnedCents)}, and ${formatUsd(returnedCents)} went back to the brand`;
        return `${withoutControls(name)} (${id}) is settled: ${sums}.${unchangedSuffix(changed)}`;
      },
    }),
  }),
  commandFor(decideOnCampaignTask, {
    name: 'reject-campaign',
    usage: 'ID --reason TEXT',
    help: 'rejects a campaign and releases its held budget; the brand sees the reason',
    argument,
    needs: { reason: 'Expected --reason, which is shown to the brand.' },
    takes: ['seen'],
    call: (id, given) => ({
      input: { campaignId: id, decision: 'REJECTED', ...given },
      words: ({ campaign, changed }) => `${campaignLine(campaign)} is rejected.${unchangedSuffix(changed)}`,
    }),
  }),
];
