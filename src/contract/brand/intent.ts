import * as v from 'valibot';
import { anyId, campaignName, timestamp } from '../wire/primitives.ts';
import { rejectEvidenceBodySchema } from './requested-changes.ts';

const onSubmission = { offerId: anyId, /** The submission that was looked at: If-Match. */ fulfillmentId: anyId };

/** Every kind of intent that the worker's queue keeps, with the payload that is needed to send it. The only list of kinds. */
export const intentSchema = v.variant('kind', [
  v.object({ kind: v.literal('approve'), payload: v.object(onSubmission) }),
  v.object({
    kind: v.literal('request-changes'),
    payload: v.object({ ...onSubmission, requestedChanges: rejectEvidenceBodySchema.entries.requestedChanges }),
  }),
  /** `fulfillmentId`: the link that is owed for the approved draft. */
  v.object({ kind: v.literal('take-back'), payload: v.object(onSubmission) }),
  v.object({ kind: v.literal('archive-campaign'), payload: v.object({ campaignId: anyId }) }),
  v.object({ kind: v.literal('mark-read'), payload: v.object({ campaignId: anyId }) }),
  v.object({ kind: v.literal('rename-campaign'), payload: v.object({ campaignId: anyId, name: campaignName }) }),
]);
export type Intent = v.InferOutput<typeof intentSchema>;
export type IntentKind = Intent['kind'];
export type IntentOf<K extends IntentKind> = Extract<Intent, { kind: K }>;

const quietKinds: ReadonlySet<IntentKind> = new Set(['mark-read']);

/** True for kinds that the user didn't decide, such as a mark that a campaign was read. */
export const isQuiet = (kind: IntentKind): boolean => quietKinds.has(kind);

/** An intent that waits in the device's queue; laid over a record by the worker, never sent by a server. */
export const pendingActionSchema = v.object({
  actionId: anyId,
  kind: v.picklist(intentSchema.options.map(({ entries }) => entries.kind.literal)),
  state: v.picklist(['waiting', 'sending', 'attention']),
  queuedAt: timestamp,
  /** True after an attempt whose answer was lost: whether the server applied it isn't known. */
  mayHaveArrived: v.optional(v.boolean()),
  /** The end of its hold: it isn't sent before, so that the user can undo it. */
  heldUntil: v.optional(timestamp),
});
export type PendingAction = v.InferOutput<typeof pendingActionSchema>;

/** True as long as nothing of a queued intent has been sent. */
export const canUndo = ({ state, mayHaveArrived }: Pick<PendingAction, 'state' | 'mayHaveArrived'>): boolean =>
  state === 'waiting' && mayHaveArrived !== true;
