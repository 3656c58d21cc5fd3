import * as v from 'valibot';
import { anyId, timestamp } from './primitives.ts';
import { rejectEvidenceBodySchema } from './requested-changes.ts';

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

/** An intent that waits in the phone's queue; laid over a record by the worker, never sent by a server. */
export const pendingActionSchema = v.object({
  actionId: anyId,
  kind: v.picklist(intentSchema.options.map(({ entries }) => entries.kind.literal)),
  state: v.picklist(['waiting', 'sending', 'attention']),
  queuedAt: timestamp,
});
