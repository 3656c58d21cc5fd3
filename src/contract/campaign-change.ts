import * as v from 'valibot';
import { maximumFundsCents } from './billing.ts';
import { minimumTopUpCents } from './bounds.ts';
import { campaignSchema } from './campaign.ts';
import { endpoint } from './endpoint.ts';
import { campaignId, cents, timestamp } from './primitives.ts';

/** Changes that a brand makes to an approved campaign until it ends. */
export const campaignChangeSchema = v.variant('change', [
  v.object({
    change: v.literal('top-up'),
    /** Added to the budget, from the available balance. */
    amountCents: v.pipe(
      cents,
      v.minValue(minimumTopUpCents, `Amount must be at least $${minimumTopUpCents / 100}`),
      v.maxValue(maximumFundsCents),
    ),
  }),
  v.object({
    change: v.literal('extend'),
    /** Its new end, later than the one before. */
    endAt: timestamp,
  }),
  v.object({ change: v.picklist(['pause', 'resume', 'end']) }),
]);
export type CampaignChange = v.InferOutput<typeof campaignChangeSchema>;

export const changeCampaign = endpoint({
  method: 'POST',
  path: '/brand/v1.0/campaigns/{campaignId}/changes',
  summary:
    'Adds to the budget of an approved campaign, moves its end, pauses or resumes it, or ends it at once, and returns it. Pausing twice changes nothing.',
  access: 'approved',
  params: v.object({ campaignId }),
  body: campaignChangeSchema,
  answer: campaignSchema,
  errors: ['not_found', 'campaign_ended', 'insufficient_balance', 'negative_balance'],
  idempotent: true,
});
