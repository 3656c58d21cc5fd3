import * as v from 'valibot';
import { campaignSchema } from './campaign.ts';
import { offerSchema, rejectEvidenceBodySchema } from './offer.ts';
import { anyId } from './primitives.ts';

const onSubmission = { offerId: anyId, /** The submission that was looked at: If-Match. */ fulfillmentId: anyId };

/**
 * An intent: something that a brand wants done once, however bad the network: the kinds that the worker's queue keeps, each with what sending it
 * needs. This is the only list of them.
 */
export const intentSchema = v.variant('kind', [
  v.object({ kind: v.literal('approve'), payload: v.object(onSubmission) }),
  v.object({
    kind: v.literal('request-changes'),
    payload: v.object({ ...onSubmission, requestedChanges: rejectEvidenceBodySchema.entries.requestedChanges }),
  }),
  v.object({ kind: v.literal('archive-campaign'), payload: v.object({ campaignId: anyId }) }),
  v.object({ kind: v.literal('mark-read'), payload: v.object({ campaignId: anyId }) }),
]);
export type Intent = v.InferOutput<typeof intentSchema>;
export type IntentKind = Intent['kind'];
export type IntentOf<K extends IntentKind> = Extract<Intent, { kind: K }>;

/** A record that intents are about. */
export const brandRecordSchema = v.variant('type', [
  v.object({ type: v.literal('offer'), value: offerSchema }),
  v.object({ type: v.literal('campaign'), value: campaignSchema }),
]);
export type BrandRecord = v.InferOutput<typeof brandRecordSchema>;
/** Names a record of the brand. */
export type RecordRef = { type: BrandRecord['type']; id: string };
