import * as v from 'valibot';
import { anyId, campaignName, timestamp } from '../wire/primitives.ts';
import { rejectEvidenceBodySchema } from './requested-changes.ts';

const onSubmission = { offerId: anyId, /** If-Match: the submission that the user saw. */ fulfillmentId: anyId };

/** Every kind of intent in the worker's queue, with the payload needed to send it. This is the only list of kinds. */
export const intentSchema = v.variant('kind', [
  v.object({ kind: v.literal('approve'), payload: v.object(onSubmission) }),
  v.object({
    kind: v.literal('request-changes'),
    payload: v.object({ ...onSubmission, requestedChanges: rejectEvidenceBodySchema.entries.requestedChanges }),
  }),
  /** `fulfillmentId` identifies the link that is due for the approved draft. */
  v.object({ kind: v.literal('take-back'), payload: v.object(onSubmission) }),
  v.object({ kind: v.literal('archive-campaign'), payload: v.object({ campaignId: anyId }) }),
  v.object({ kind: v.literal('mark-read'), payload: v.object({ campaignId: anyId }) }),
  v.object({ kind: v.literal('rename-campaign'), payload: v.object({ campaignId: anyId, name: campaignName }) }),
]);
export type Intent = v.InferOutput<typeof intentSchema>;
export type IntentKind = Intent['kind'];
export type IntentOf<K extends IntentKind> = Extract<Intent, { kind: K }>;

const quietKinds: ReadonlySet<IntentKind> = new Set(['mark-read']);

/** True for kinds that aren't a decision of the user, such as marking a campaign as read. */
export const isQuiet = (kind: IntentKind): boolean => quietKinds.has(kind);

/** An intent waiting in the device's queue. The worker overlays it on a record; servers never send it. */
export const pendingActionSchema = v.object({
  actionId: anyId,
  kind: v.picklist(intentSchema.options.map(({ entries }) => entries.kind.literal)),
  state: v.picklist(['waiting', 'sending', 'attention']),
  queuedAt: timestamp,
  /** True after an attempt whose response was lost, so the server may have applied it. */
  mayHaveArrived: v.optional(v.boolean()),
  /** End of the undo window; the intent isn't sent before. */
  heldUntil: v.optional(timestamp),
});
export type PendingAction = v.InferOutput<typeof pendingActionSchema>;

/** True until a queued intent may have been sent. */
export const canUndo = ({ state, mayHaveArrived }: Pick<PendingAction, 'state' | 'mayHaveArrived'>): boolean =>
  state === 'waiting' && mayHaveArrived !== true;
