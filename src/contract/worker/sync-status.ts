import * as v from 'valibot';
import { intentSchema } from '../brand/intent.ts';
import { anyId, count, timestamp } from '../wire/primitives.ts';
import { brandRecordSchema } from './brand-record.ts';

/**
 * The reason an action needs the user: the record moved on (its current state is included), the server refused it permanently,
 * its outcome is unknown, or this version can't read it.
 */
export const attentionSchema = v.object({
  code: v.string(),
  message: v.string(),
  /** `unknown`: an earlier attempt may have arrived. Rows of earlier versions lack this field. */
  certainty: v.optional(v.picklist(['refused', 'unknown']), 'refused'),
  /** The server's current version of the record, if it sent one. */
  now: v.nullable(brandRecordSchema),
});

export type Attention = v.InferOutput<typeof attentionSchema>;

/** The attention code of an intent that the server answered with an error each time: it may have been applied. */
export const keepsFailing = 'keeps_failing';

/** The kind of a row of the queue that this version of the app can't read: it is neither sent nor lost. */
export const unreadable = 'unreadable';

const entryInQueue = {
  actionId: anyId,
  brandId: anyId,
  state: v.picklist(['waiting', 'sending', 'attention']),
  queuedAt: timestamp,
  attempts: count,
  /** True after an attempt whose answer was lost: whether the server applied it isn't known. */
  mayHaveArrived: v.optional(v.boolean()),
  /** The end of its hold: it isn't sent before. */
  heldUntil: v.optional(timestamp),
  attention: v.nullable(attentionSchema),
};

const queuedIntentSchema = v.intersect([
  v.object({
    ...entryInQueue,
    /** The record that the brand looked at; null where this version can't read it. */
    seen: v.nullable(brandRecordSchema),
  }),
  intentSchema,
]);
export type QueuedIntent = v.InferOutput<typeof queuedIntentSchema>;

/** An intent in the queue, as the screens list it. Of one that can't be read no more is said than that it is there. */
export const queuedActionSchema = v.union([
  queuedIntentSchema,
  v.object({ ...entryInQueue, kind: v.literal(unreadable), seen: v.null() }),
]);
export type QueuedAction = v.InferOutput<typeof queuedActionSchema>;

/** `full`: something could not be kept for want of room. `unavailable`: IndexedDB doesn't answer, or isn't allowed. */
export const storageStates = ['ok', 'full', 'unavailable'] as const;
export type StorageState = (typeof storageStates)[number];

/** All that the sync banner says, pushed by the worker to every page. */
export const syncStatusSchema = v.object({
  /** True if the last request was answered; `navigator.onLine` is only a hint. */
  online: v.boolean(),
  /** Time of the last successful sync; null before the first, and while the server refuses the brand. */
  syncedAt: v.nullable(timestamp),
  /** True once the first copy is complete, so that lists can be answered offline. */
  complete: v.boolean(),
  refreshing: v.boolean(),
  /** Result of the last sync; null before the first, and while the server keeps the brand out. Older workers don't say. */
  lastSync: v.optional(v.nullable(v.picklist(['done', 'failed'])), null),
  /** The refresh token was refused: log in again to go on. */
  sessionExpired: v.boolean(),
  /** The brand whose session the worker has; null where it has none. A worker of an older version doesn't say. */
  sessionOf: v.optional(v.nullable(anyId)),
  sending: v.nullable(v.object({ done: count, total: count })),
  /** Intents wait though there is a network: the server asks for it, or it, or a gateway, takes none. */
  holdUp: v.optional(
    v.nullable(
      v.variant('kind', [
        v.object({ kind: v.literal('asked-to-wait'), until: timestamp }),
        v.object({ kind: v.literal('not-taking') }),
      ]),
    ),
    null,
  ),
  /** State of the device's storage. A worker of an older version doesn't say. */
  storage: v.optional(v.picklist(storageStates), 'ok'),
  /**
   * Numbers of intents in the whole queue, and of those that wait, how many are held for an Undo. A worker of an older version
   * doesn't say: it lists all, and holds none.
   */
  counts: v.optional(v.object({ attention: count, waiting: count, quiet: count, held: v.optional(count, 0) })),
  /** Intents in the order of sending: of those that need attention, that wait, and that are quiet, the first few of each. */
  actions: v.array(queuedActionSchema),
});
export type SyncStatus = v.InferOutput<typeof syncStatusSchema>;
