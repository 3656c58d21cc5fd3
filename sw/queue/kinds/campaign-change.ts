import * as v from 'valibot';
import { type Campaign, updateCampaign } from '#contract/brand/campaign.ts';
import { type Intent, type IntentOf, intentSchema } from '#contract/brand/intent.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { Asked } from '../kind.ts';

type CampaignChange = v.InferInput<typeof updateCampaign.body>;
/** Kinds that change a campaign. */
type ChangeKind = Extract<Intent, { payload: { campaignId: string } }>['kind'];

type PayloadOf = { [K in ChangeKind]: IntentOf<K>['payload'] };

/** A campaign as a record that intents are about. */
export const asRecord = (value: Campaign): BrandRecord => ({ type: 'campaign', value });

/** True for a body that says this and nothing else. */
function says(body: unknown, change: CampaignChange): boolean {
  const said = Object.entries(Object(body));
  const wanted = new Map<string, unknown>(Object.entries(change));
  const isSaid = ([name, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(wanted.get(name));
  return said.length === wanted.size && said.every(isSaid);
}

/** Common parts of the changes of a campaign: each has a body of its own, made from its payload. */
export const changeBy = <K extends ChangeKind>(kind: K, bodyOf: (payload: PayloadOf[K]) => CampaignChange) => ({
  kind,
  endpoint: updateCampaign,
  /** A payload's fields go by the same names in the body. A body that says more would lose it in the queue. */
  read({ params: { campaignId }, body }: Asked): PayloadOf[K] | null {
    const parsed = v.safeParse(intentSchema, { kind, payload: { ...Object(body), campaignId } });
    if (!parsed.success) return null;
    const payload = parsed.output.payload as PayloadOf[K];
    return says(body, bodyOf(payload)) ? payload : null;
  },
  about: ({ campaignId }: PayloadOf[K]) => ({ type: 'campaign', id: campaignId }) as const,
  request: (payload: PayloadOf[K]) => ({
    params: { campaignId: payload.campaignId },
    body: bodyOf(payload),
    ifMatch: null,
  }),
  settle(answer: unknown) {
    const parsed = v.safeParse(updateCampaign.answer, answer);
    return parsed.success ? asRecord(parsed.output) : null;
  },
  refusedFor: () => null,
});
