import * as v from 'valibot';
import { type Campaign, updateCampaign } from '#contract/campaign.ts';
import type { BrandRecord } from '#contract/intent.ts';
import { campaignIn } from '#domain/brand-record.ts';
import type { KindOf } from '../kind.ts';

const asRecord = (value: Campaign): BrandRecord => ({ type: 'campaign', value });

/** Puts a campaign into the archive, whatever it has become: nothing that was seen could be overwritten by it. */
export const archiveCampaign: KindOf<'archive-campaign'> = {
  kind: 'archive-campaign',
  endpoint: updateCampaign,
  refiles: true,
  read({ params, body }) {
    const parsed = v.safeParse(v.strictObject({ status: v.literal('ARCHIVED') }), body);
    return parsed.success ? { campaignId: params.campaignId ?? '' } : null;
  },
  about: ({ campaignId }) => ({ type: 'campaign', id: campaignId }),
  request: ({ campaignId }) => ({ params: { campaignId }, body: { status: 'ARCHIVED' }, ifMatch: null }),
  settle(body) {
    const parsed = v.safeParse(updateCampaign.answer, body);
    return parsed.success ? asRecord(parsed.output) : null;
  },
  refusedFor: () => null,
  // Nobody else archives it otherwise: where it is archived, what was wanted is so.
  outcome: (_, now) => (campaignIn(now)?.status === 'ARCHIVED' ? 'applied' : 'not-applied'),
  overlay(record, { actionId, state, queuedAt }) {
    const campaign = campaignIn(record);
    if (campaign === null) return record;
    const pendingAction = { actionId, kind: 'archive-campaign', state, queuedAt } as const;
    // A refused one is where it was.
    const status = state === 'attention' ? campaign.status : 'ARCHIVED';
    return asRecord({ ...campaign, status, pendingAction });
  },
};
