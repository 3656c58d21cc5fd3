import * as v from 'valibot';
import { intentSchema } from '#contract/brand/intent.ts';
import { anyId, count } from '#contract/wire/primitives.ts';
import { brandRecordSchema } from '#contract/worker/brand-record.ts';
import { attentionSchema } from '#contract/worker/sync-status.ts';

const ms = v.pipe(v.number(), v.finite());
/** An instant that a Date can have. */
const instantMs = v.pipe(ms, v.minValue(0), v.maxValue(8_640_000_000_000_000));
/** A record that sending can do without: null if this version can't read it. */
const readableRecord = v.fallback(v.nullable(brandRecordSchema), null);

/** The row's brand. */
export const brandIdSchema = anyId;

/** The fields that the queue itself needs, whatever the kind of intent. */
const rowSchema = v.object({
  /** Order of all intents. */
  seq: count,
  /** Id of the action; it is sent as its Idempotency-Key, too. */
  actionId: anyId,
  brandId: brandIdSchema,
  /** Intents of one lane are sent one after the other. */
  lane: v.pipe(v.string(), v.nonEmpty()),
  /** The record that the brand saw: shown to the user, and compared with the server's record if an answer was lost. */
  seen: readableRecord,
  queuedAt: v.fallback(instantMs, 0),
  /** A state that this version doesn't know needs a person's attention. */
  state: v.fallback(v.picklist(['waiting', 'attention']), 'attention'),
  /** Attempts so far. */
  attempts: v.fallback(count, 0),
  /** True once an attempt with an unknown outcome was made: the server may have applied it, so it can't be undone. */
  mayHaveArrived: v.fallback(v.boolean(), true),
  /** True where it counts as sent once its mark in `unsent` is gone. Rows of 0.1.0 have none. */
  isMarked: v.fallback(v.optional(v.boolean()), undefined),
  /** The sender that holds the intent, and until when no other may send it. */
  lease: v.fallback(v.nullable(v.object({ owner: v.string(), until: ms })), null),
  /** No attempt is made before, ms. */
  notBefore: v.fallback(ms, 0),
  /** Time at which `notBefore` was set, ms: a clock before it was set back. Rows of earlier versions have none. */
  pausedAt: v.fallback(v.optional(ms), undefined),
  /** The end of its hold, ms: it isn't sent before, so that the user can undo it. Rows of earlier versions have none. */
  heldUntil: v.fallback(v.optional(ms), undefined),
  /** Attempts that failed in a row, for the back-off. */
  failures: v.fallback(count, 0),
  /** Attempts that the server itself answered with an error. */
  errors: v.fallback(count, 0),
  /** Time of the first such error, ms. */
  failingSince: v.fallback(v.optional(ms), undefined),
  attention: v.fallback(
    v.nullable(
      v.object({
        ...attentionSchema.entries,
        certainty: v.optional(attentionSchema.entries.certainty.wrapped),
        now: readableRecord,
        status: v.fallback(count, 500),
      }),
    ),
    null,
  ),
});

/**
 * An intent in the queue. Phones hold rows of every earlier version, and of newer ones after a downgrade: fields that sending
 * doesn't need fall back to a default, so that no intent is lost for them. A row whose kind, payload or lane can't be read is
 * never sent.
 */
export const actionRowSchema = v.pipe(
  v.looseObject({}),
  v.transform(upgradeAction),
  v.intersect([rowSchema, intentSchema]),
  // 0.1.0 let the refusal of the last attempt stand for earlier ones whose answers it had lost.
  v.transform(({ attention, ...row }) => {
    const certainty = attention?.certainty ?? (row.attempts > 1 ? 'unknown' : 'refused');
    return { ...row, attention: attention && { ...attention, certainty } };
  }),
);
export type ActionRow = v.InferOutput<typeof actionRowSchema>;

/** Changes of an action; its kind and payload never change. */
export type ActionChanges = Partial<Omit<ActionRow, 'kind' | 'payload'>>;

/** The fields of a row that can't be sent, as far as they can be read. */
export const unreadableRowSchema = v.object({
  actionId: v.fallback(v.optional(anyId), undefined),
  queuedAt: v.fallback(instantMs, 0),
});
export type UnreadableRow = v.InferOutput<typeof unreadableRowSchema> & { actionId: string };

/** Answer of the server to an action that has left the queue. */
export const receiptRowSchema = v.pipe(
  v.looseObject({}),
  v.transform(upgradeReceipt),
  v.object({
    actionId: anyId,
    brandId: anyId,
    /** The fulfillment that the action was about; null if it needed none, or if the receipt of an earlier version has none. */
    condition: v.fallback(v.nullable(anyId), null),
    settledAt: v.fallback(instantMs, 0),
    /** Null where it can't be read: the intent was sent all the same. */
    record: readableRecord,
  }),
);
export type ReceiptRow = v.InferOutput<typeof receiptRowSchema>;

/** A receipt as it is stored. */
export interface StoredReceipt extends ReceiptRow {
  kind: ActionRow['kind'];
  /** 1 until the record has reached the copy, which is another database. */
  uncopied: 0 | 1;
}

/** A row of IndexedDB before it is parsed. */
type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const asOffer = (value: unknown) => (isRow(value) ? { type: 'offer', value } : null);
/** Leaves out a field that the first versions stored as `null` for kinds without it. */
const unlessNull = (name: string, value: unknown) => (value === null || value === undefined ? {} : { [name]: value });

/** Renames an attention's `offerNow` to `now`. */
function upgradeAttention(attention: unknown): unknown {
  if (!isRow(attention) || 'now' in attention) return attention;
  const { offerNow, ...rest } = attention;
  return { ...rest, now: asOffer(offerNow) };
}

/**
 * Converts a row of 0.1.x, whose queue had only decisions on offers, to today's shape. The stored row stays as it is until it
 * leaves the queue: rewriting it would need room.
 */
function upgradeAction(row: Row): Row {
  const attention = upgradeAttention(row.attention);
  if ('payload' in row) return { ...row, attention };
  const { offerId, fulfillmentId, requestedChanges, offerSeen, ...rest } = row;
  const payload = { offerId, fulfillmentId, ...unlessNull('requestedChanges', requestedChanges) };
  return { ...rest, attention, lane: `offer ${String(offerId)}`, payload, seen: asOffer(offerSeen) };
}

/** Converts a receipt of 0.1.x to today's shape. */
function upgradeReceipt(row: Row): Row {
  if ('record' in row) return row;
  const { offer, fulfillmentId, ...rest } = row;
  return { ...rest, condition: fulfillmentId ?? null, record: asOffer(offer) };
}
