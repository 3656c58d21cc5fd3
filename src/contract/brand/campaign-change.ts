import * as v from 'valibot';
import { maxDeclineNoteLength, minimumTopUpCents } from '../wire/bounds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { campaignId, cents, count, longText, timestamp } from '../wire/primitives.ts';
import { maximumFundsCents } from './billing.ts';
import { campaignSchema } from './campaign.ts';

const proposal = v.pipe(count, v.minValue(1));

/** A brand's changes to an approved campaign before it ends, and its responses to a proposal before the approval. */
export const campaignChangeSchema = v.variant('change', [
  v.object({
    change: v.literal('top-up'),
    /** Amount to add to the budget from the available balance. */
    amountCents: v.pipe(
      cents,
      v.minValue(minimumTopUpCents, `Amount must be at least $${minimumTopUpCents / 100}`),
      v.maxValue(maximumFundsCents),
    ),
  }),
  v.object({
    change: v.literal('extend'),
    /** The new end, later than the current one. */
    endAt: timestamp,
  }),
  v.object({ change: v.picklist(['pause', 'resume', 'end']) }),
  v.object({
    change: v.literal('accept-proposal'),
    /** Number of the proposal that the user saw. */
    proposal,
  }),
  v.object({
    change: v.literal('decline-proposal'),
    proposal,
    /** Message to the provider's team. */
    note: v.optional(longText(maxDeclineNoteLength, 0, 'Note')),
  }),
]);
export type CampaignChange = v.InferOutput<typeof campaignChangeSchema>;
export type ProposalAnswer = Extract<CampaignChange, { change: 'accept-proposal' | 'decline-proposal' }>;
export type RunningChange = Exclude<CampaignChange, ProposalAnswer>;

export const changeCampaign = endpoint({
  method: 'POST',
  path: '/brand/v1.0/campaigns/{campaignId}/changes',
  summary:
    'Changes a campaign or answers its proposal, and returns it. An approved campaign can be given more budget or another end, paused, resumed or ended at once. Before the approval, a proposal of a flat fee can be accepted or declined. Pausing twice changes nothing.',
  access: 'approved',
  params: v.object({ campaignId }),
  body: campaignChangeSchema,
  answer: campaignSchema,
  errors: [
    'not_found',
    'campaign_archived',
    'campaign_ended',
    'proposal_changed',
    'insufficient_balance',
    'negative_balance',
  ],
  idempotent: true,
});
