import * as v from 'valibot';
import { intentSchema } from '../brand/intent.ts';
import { anyId, count, timestamp } from '../wire/primitives.ts';
import { brandRecordSchema } from './brand-record.ts';

/**
 * The reason an action needs the user: the record has changed (its current state is included), the server refused it permanently,
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

/** Attention code of an intent to which the server kept responding with an error; it may have been applied. */
export const keepsFailingCode = 'keeps_failing';

/** Kind of a queue row that this version of the app can't read; it is neither sent nor lost. */
export const unreadable = 'unreadable';

const entryInQueue = {
  actionId: anyId,
  brandId: anyId,
  state: v.picklist(['waiting', 'sending', 'attention']),
  queuedAt: timestamp,
  attempts: count,
  /** True after an attempt whose response was lost, so the server may have applied it. */
  mayHaveArrived: v.optional(v.boolean()),
  /** End of the intent's hold; the intent isn't sent before. */
  heldUntil: v.optional(timestamp),
  attention: v.nullable(attentionSchema),
};

const queuedIntentSchema = v.intersect([
  v.object({
    ...entryInQueue,
    /** The record as the user saw it; null if this version can't read it. */
    seen: v.nullable(brandRecordSchema),
  }),
  intentSchema,
]);
export type QueuedIntent = v.InferOutput<typeof queuedIntentSchema>;

/** An intent in the queue, as screens list it. For an unreadable one, only its existence is reported. */
export const queuedActionSchema = v.union([
  queuedIntentSchema,
  v.object({ ...entryInQueue, kind: v.literal(unreadable), seen: v.null() }),
]);
export type QueuedAction = v.InferOutput<typeof queuedActionSchema>;

/** `full`: something couldn't be stored for lack of space. `unavailable`: IndexedDB is unresponsive or not allowed. */
export const storageStates = ['ok', 'full', 'unavailable'] as const;
export type StorageState = (typeof storageStates)[number];

/** Everything that the sync banner shows, broadcast by the worker to every page. */
export const syncStatusSchema = v.object({
  /** True if the last request got a response; `navigator.onLine` is only a hint. */
  online: v.boolean(),
  /** Time of the last successful sync; null before the first, and while the brand has no access. */
  syncedAt: v.nullable(timestamp),
  /** True once the first copy is complete, so lists can be served offline. */
  complete: v.boolean(),
  refreshing: v.boolean(),
  /** Result of the last sync; null before the first, and while the brand has no access. Older workers don't send it. */
  lastSync: v.optional(v.nullable(v.picklist(['done', 'failed'])), null),
  /** True if the refresh token was refused, so the user must log in again. */
  sessionExpired: v.boolean(),
  /** The brand whose session the worker has; null if there is none. Older workers don't send it. */
  sessionOf: v.optional(v.nullable(anyId)),
  sending: v.nullable(v.object({ done: count, total: count })),
  /** Set if intents wait although there is a network: the server asked for a pause, or it or a gateway refuses intents. */
  holdUp: v.optional(
    v.nullable(
      v.variant('kind', [
        v.object({ kind: v.literal('asked-to-wait'), until: timestamp }),
        v.object({ kind: v.literal('not-taking') }),
      ]),
    ),
    null,
  ),
  /** State of the device's storage. Older workers don't send it. */
  storage: v.optional(v.picklist(storageStates), 'ok'),
  /**
   * Counts of intents in the whole queue. `held` is the number of waiting intents that can still be undone. Older workers don't
   * send it: they list all intents, and hold none.
   */
  counts: v.optional(v.object({ attention: count, waiting: count, quiet: count, held: v.optional(count, 0) })),
  /** Intents in sending order: the first few each of those that need attention, are waiting, or are quiet. */
  actions: v.array(queuedActionSchema),
});
export type SyncStatus = v.InferOutput<typeof syncStatusSchema>;
