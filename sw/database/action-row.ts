import * as v from 'valibot';
import { brandRecordSchema } from '#contract/brand-record.ts';
import { intentSchema } from '#contract/intent.ts';
import { anyId, count } from '#contract/primitives.ts';
import { attentionSchema } from '#contract/sync-status.ts';

const ms = v.pipe(v.number(), v.finite());
/** An instant that a Date can have. */
const instantMs = v.pipe(ms, v.minValue(0), v.maxValue(8_640_000_000_000_000));
/** The record that was looked at, shown where it can be read; nothing is decided by it. */
const shownRecord = v.fallback(v.nullable(brandRecordSchema), null);

/** The row's brand. */
export const brandIdSchema = anyId;

/** All that the queue itself needs; it knows nothing of what is wanted. */
const rowSchema = v.object({
  /** Order of all intents. */
  seq: count,
  /** Also its Idempotency-Key. */
  actionId: anyId,
  brandId: brandIdSchema,
  /** Intents of one lane are sent one after the other. */
  lane: v.pipe(v.string(), v.nonEmpty()),
  /** The record that the brand looked at. */
  seen: shownRecord,
  queuedAt: v.fallback(instantMs, 0),
  /** A state that this version doesn't know is one for a person to judge. */
  state: v.fallback(v.picklist(['waiting', 'attention']), 'attention'),
  /** Tries so far. */
  attempts: v.fallback(count, 0),
  /** A try was made of which nobody knows whether the server has acted on it: it can't be undone. */
  mayHaveArrived: v.fallback(v.boolean(), true),
  /** True where it counts as sent once its mark in `unsent` is gone. Rows of 0.1.0 have none. */
  isMarked: v.fallback(v.optional(v.boolean()), undefined),
  /** The sender that has it, and until when no other may. */
  lease: v.fallback(v.nullable(v.object({ owner: v.string(), until: ms })), null),
  /** Not to be tried before, ms. */
  notBefore: v.fallback(ms, 0),
  /** When that was said, ms: a clock that shows an earlier time was set back. Rows of before don't say. */
  pausedAt: v.fallback(v.optional(ms), undefined),
  /** Tries that failed in a row, for the back-off. */
  failures: v.fallback(count, 0),
  attention: v.fallback(
    v.nullable(
      v.object({
        ...attentionSchema.entries,
        certainty: v.optional(attentionSchema.entries.certainty.wrapped),
        now: shownRecord,
        status: v.fallback(count, 500),
      }),
    ),
    null,
  ),
});

/**
 * An intent in the queue. Phones hold rows of every version there ever was, and of newer ones where a user went back: all
 * that sending can do without is read as far as it can be, so that no intent is lost for it. A row in which kind, payload or
 * lane can't be read is never sent.
 */
export const actionRowSchema = v.pipe(
  v.looseObject({}),
  v.transform(upgradeAction),
  v.intersect([rowSchema, intentSchema]),
  // 0.1.0 took the server's refusal of the last try to speak for those before, whose answers it had lost.
  v.transform(({ attention, ...row }) => {
    const certainty = attention?.certainty ?? (row.attempts > 1 ? 'unknown' : 'refused');
    return { ...row, attention: attention && { ...attention, certainty } };
  }),
);
export type ActionRow = v.InferOutput<typeof actionRowSchema>;

/** Changes of an action: what is wanted stays. */
export type ActionChanges = Partial<Omit<ActionRow, 'kind' | 'payload'>>;

/** As much as can be guessed of a row that can't be sent. */
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
    /** The content that it was made on; null where it needed none, or where a receipt of before doesn't say. */
    condition: v.fallback(v.nullable(anyId), null),
    settledAt: v.fallback(instantMs, 0),
    /** Null where it can't be read: the intent was sent all the same. */
    record: shownRecord,
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
/** Fields that the first versions wrote `null` into where a kind has none. */
const unlessNull = (name: string, value: unknown) => (value === null || value === undefined ? {} : { [name]: value });

/** An attention's offer under its newer name. */
function upgradeAttention(attention: unknown): unknown {
  if (!isRow(attention) || 'now' in attention) return attention;
  const { offerNow, ...rest } = attention;
  return { ...rest, now: asOffer(offerNow) };
}

/**
 * A row of a version whose queue knew decisions on offers alone (until 0.1.x), in the shape of today. It stays as it is on the
 * disk until it leaves the queue: writing it anew would need room.
 */
function upgradeAction(row: Row): Row {
  const attention = upgradeAttention(row.attention);
  if ('payload' in row) return { ...row, attention };
  const { offerId, fulfillmentId, requestedChanges, offerSeen, ...rest } = row;
  const payload = { offerId, fulfillmentId, ...unlessNull('requestedChanges', requestedChanges) };
  return { ...rest, attention, lane: `offer ${String(offerId)}`, payload, seen: asOffer(offerSeen) };
}

/** A receipt of such a version, in the shape of today. */
function upgradeReceipt(row: Row): Row {
  if ('record' in row) return row;
  const { offer, fulfillmentId, ...rest } = row;
  return { ...rest, condition: fulfillmentId ?? null, record: asOffer(offer) };
}
