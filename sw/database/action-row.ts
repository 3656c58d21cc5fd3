import * as v from 'valibot';
import { intentSchema } from '#contract/brand/intent.ts';
import { anyId, count } from '#contract/wire/primitives.ts';
import { brandRecordSchema } from '#contract/worker/brand-record.ts';
import { attentionSchema } from '#contract/worker/sync-status.ts';

const ms = v.pipe(v.number(), v.finite());
/** Range of timestamps that a Date can represent. */
const instantMs = v.pipe(ms, v.minValue(0), v.maxValue(8_640_000_000_000_000));
/** A record that sending doesn't need; null if this version can't parse it. */
const readableRecord = v.fallback(v.nullable(brandRecordSchema), null);

export const brandIdSchema = anyId;

/** The fields that the queue itself needs, for every kind of intent. */
const rowSchema = v.object({
  /** Position in the queue, across all intents. */
  seq: count,
  /** The intent's id, also sent as its Idempotency-Key. */
  actionId: anyId,
  brandId: brandIdSchema,
  /** Intents in the same lane are sent sequentially. */
  lane: v.pipe(v.string(), v.nonEmpty()),
  /** The record as the user saw it. It is shown to them, and compared with the server's record if a response was lost. */
  seen: readableRecord,
  queuedAt: v.fallback(instantMs, 0),
  /** An unknown state needs the user's attention. */
  state: v.fallback(v.picklist(['waiting', 'attention']), 'attention'),
  attempts: v.fallback(count, 0),
  /** True after an attempt with an unknown outcome: the server may have applied it, so it can't be undone. */
  mayHaveArrived: v.fallback(v.boolean(), true),
  /** True if the intent counts as sent once its mark in `unsent` is gone. Rows written by 0.1.0 don't have it. */
  isMarked: v.fallback(v.optional(v.boolean()), undefined),
  /** The sender that has claimed the intent, and the time at which its lease expires, ms. */
  lease: v.fallback(v.nullable(v.object({ owner: v.string(), until: ms })), null),
  /** Earliest time of the next attempt, ms. */
  notBefore: v.fallback(ms, 0),
  /** Time at which `notBefore` was set, ms. If the clock reads earlier, it was set back. Older rows don't have it. */
  pausedAt: v.fallback(v.optional(ms), undefined),
  /** End of the undo window, ms; the intent isn't sent before. Older rows don't have it. */
  heldUntil: v.fallback(v.optional(ms), undefined),
  /** Consecutive failures, for the back-off. */
  failures: v.fallback(count, 0),
  /** Attempts to which the server itself responded with an error. */
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
 * An intent in the queue. Devices may have rows written by any earlier version, and by newer ones after a downgrade. Fields that
 * sending doesn't need fall back to a default, so no intent is lost because of them. A row whose kind, payload or lane can't be
 * parsed is never sent.
 */
export const actionRowSchema = v.pipe(
  v.looseObject({}),
  v.transform(upgradeAction),
  v.intersect([rowSchema, intentSchema]),
  // 0.1.0 treated a refusal of the last attempt as the outcome of earlier attempts whose responses were lost.
  v.transform(({ attention, ...row }) => {
    const certainty = attention?.certainty ?? (row.attempts > 1 ? 'unknown' : 'refused');
    return { ...row, attention: attention && { ...attention, certainty } };
  }),
);
export type ActionRow = v.InferOutput<typeof actionRowSchema>;

/** Mutable fields of an action; its kind and payload never change. */
export type ActionChanges = Partial<Omit<ActionRow, 'kind' | 'payload'>>;

/** The readable fields of a row that can't be sent. */
export const unreadableRowSchema = v.object({
  actionId: v.fallback(v.optional(anyId), undefined),
  queuedAt: v.fallback(instantMs, 0),
});
export type UnreadableRow = v.InferOutput<typeof unreadableRowSchema> & { actionId: string };

/** The server's response to an action that has left the queue. */
export const receiptRowSchema = v.pipe(
  v.looseObject({}),
  v.transform(upgradeReceipt),
  v.object({
    actionId: anyId,
    brandId: anyId,
    /** Fulfillment that the action required; null if it required none, or in receipts of earlier versions. */
    condition: v.fallback(v.nullable(anyId), null),
    settledAt: v.fallback(instantMs, 0),
    /** Null if it can't be parsed; the intent was sent regardless. */
    record: readableRecord,
  }),
);
export type ReceiptRow = v.InferOutput<typeof receiptRowSchema>;

/** A receipt as stored. */
export interface StoredReceipt extends ReceiptRow {
  kind: ActionRow['kind'];
  /** 1 until the record has been written to the copy, which is a separate database. */
  uncopied: 0 | 1;
}

/** An IndexedDB row before parsing. */
type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const asOffer = (value: unknown) => (isRow(value) ? { type: 'offer', value } : null);
/** Omits a field that the first versions stored as `null` for kinds without it. */
const unlessNull = (name: string, value: unknown) => (value === null || value === undefined ? {} : { [name]: value });

/** Renames an attention's `offerNow` to `now`. */
function upgradeAttention(attention: unknown): unknown {
  if (!isRow(attention) || 'now' in attention) return attention;
  const { offerNow, ...rest } = attention;
  return { ...rest, now: asOffer(offerNow) };
}

/**
 * Converts a row of 0.1.x, whose queue held only decisions on offers, to the current shape. The stored row isn't rewritten, since
 * that would need disk space.
 */
function upgradeAction(row: Row): Row {
  const attention = upgradeAttention(row.attention);
  if ('payload' in row) return { ...row, attention };
  const { offerId, fulfillmentId, requestedChanges, offerSeen, ...rest } = row;
  const payload = { offerId, fulfillmentId, ...unlessNull('requestedChanges', requestedChanges) };
  return { ...rest, attention, lane: `offer ${String(offerId)}`, payload, seen: asOffer(offerSeen) };
}

/** Converts a receipt of 0.1.x to the current shape. */
function upgradeReceipt(row: Row): Row {
  if ('record' in row) return row;
  const { offer, fulfillmentId, ...rest } = row;
  return { ...rest, condition: fulfillmentId ?? null, record: asOffer(offer) };
}
