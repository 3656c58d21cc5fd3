import * as v from 'valibot';
import { campaignSchema } from '../brand/campaign.ts';
import { offerSchema } from '../brand/offer.ts';

/** A record that an intent can affect. */
export const brandRecordSchema = v.variant('type', [
  v.object({ type: v.literal('offer'), value: offerSchema }),
  v.object({ type: v.literal('campaign'), value: campaignSchema }),
]);
export type BrandRecord = v.InferOutput<typeof brandRecordSchema>;
/** References a record of the brand. */
export type RecordRef = { type: BrandRecord['type']; id: string };
