import * as v from 'valibot';
import type { BrandRecord } from '#contract/brand-record.ts';
import { type Campaign, updateCampaign } from '#contract/campaign.ts';

type CampaignChange = v.InferInput<typeof updateCampaign.body>;

/** A campaign as a record that intents are about. */
export const asRecord = (value: Campaign): BrandRecord => ({ type: 'campaign', value });

/** Common parts of the changes of a campaign. Each has a body of its own, and nothing but that in it. */
export const changeBy = (body: CampaignChange) => ({
  endpoint: updateCampaign,
  read(asked: { params: Readonly<Record<string, string>>; body: unknown }) {
    const [[name, value] = []] = Object.entries(body);
    const schema = v.strictObject({ [name ?? '']: v.literal(value ?? '') });
    return v.is(schema, asked.body) ? { campaignId: asked.params.campaignId ?? '' } : null;
  },
  about: ({ campaignId }: { campaignId: string }) => ({ type: 'campaign', id: campaignId }) as const,
  request: ({ campaignId }: { campaignId: string }) => ({ params: { campaignId }, body, ifMatch: null }),
  settle(answer: unknown) {
    const parsed = v.safeParse(updateCampaign.answer, answer);
    return parsed.success ? asRecord(parsed.output) : null;
  },
  refusedFor: () => null,
});
