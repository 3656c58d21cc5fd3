import * as v from 'valibot';
import { anyId, timestamp } from '../wire/primitives.ts';
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
]);
export type Intent = v.InferOutput<typeof intentSchema>;
export type IntentKind = Intent['kind'];
export type IntentOf<K extends IntentKind> = Extract<Intent, { kind: K }>;

interface IntentWords {
  /** The record that it is about, in words. */
  subject: 'offer' | 'campaign';
  /** Name of what is wanted, as its button has it. */
  label: string;
  /** While it is on its way. */
  doing: string;
  /** The server has done it. */
  done: string;
  /** It waits to be sent. */
  queued: string;
  /** The server won't do it. */
  refused: string;
  /** Noun for an intent with an unknown outcome, in the sentence "We can’t … whether … arrived". */
  noun: string;
  /** True where the user made no decision: only a refusal is shown. */
  isQuiet?: true;
}

/** Words of each kind of intent, on every screen. */
export const intentWords: Readonly<Record<IntentKind, IntentWords>> = {
  approve: {
    subject: 'offer',
    label: 'Approve',
    doing: 'Sending your approval.',
    done: 'Offer approved',
    queued: 'Approval queued',
    refused: 'Your decision wasn’t applied',
    noun: 'your approval',
  },
  'request-changes': {
    subject: 'offer',
    label: 'Request changes',
    doing: 'Sending your request.',
    done: 'Offer rejected',
    queued: 'Changes queued',
    refused: 'Your decision wasn’t applied',
    noun: 'your request for changes',
  },
  'take-back': {
    subject: 'offer',
    label: 'Take back approval',
    doing: 'Taking back your approval.',
    done: 'Approval taken back',
    queued: 'Take-back queued',
    refused: 'Your approval wasn’t taken back',
    noun: 'your request to take back the approval',
  },
  'archive-campaign': {
    subject: 'campaign',
    label: 'Archive campaign',
    doing: 'Archiving the campaign.',
    done: 'Campaign archived',
    queued: 'Archive queued',
    refused: 'The campaign wasn’t archived',
    noun: 'your request to archive',
  },
  'mark-read': {
    subject: 'campaign',
    label: 'Mark as read',
    doing: 'Marking the campaign as read.',
    done: 'Campaign marked as read',
    queued: 'Mark as read queued',
    refused: 'The campaign wasn’t marked as read',
    noun: 'the read status',
    isQuiet: true,
  },
};

/** True for kinds that the user didn't decide, such as a mark that a campaign was read. */
export const isQuiet = (kind: IntentKind): boolean => intentWords[kind].isQuiet === true;

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
