import * as v from 'valibot';
import { offerSchema, rejectEvidenceBodySchema } from '../contract/offer.ts';
import { anyId, count } from '../contract/primitives.ts';
import { attentionSchema } from '../contract/sync-status.ts';

const ms = v.pipe(v.number(), v.finite());
/** The range of instants in JavaScript. */
const instantMs = v.pipe(ms, v.minValue(0), v.maxValue(8_640_000_000_000_000));
const kind = v.picklist(['approve', 'request-changes']);
/** The offer that was looked at is shown where it can be read; nothing is decided by it. */
const shownOffer = v.fallback(v.nullable(offerSchema), null);

/** Fields that sending needs: a row in which these can't be read is never sent. */
const sendingEntries = {
  /** Order of all decisions. */
  seq: count,
  /** Also its Idempotency-Key. */
  actionId: anyId,
  brandId: anyId,
  offerId: anyId,
  kind,
  /** The submission that the brand looked at: If-Match. */
  fulfillmentId: anyId,
  requestedChanges: v.optional(v.nullable(rejectEvidenceBodySchema.entries.requestedChanges), null),
};

/**
 * A decision in the queue. Phones hold rows of every version there ever was, and of newer ones where a user went back: all
 * that sending can do without is read as far as it can be, so that no decision is lost for it.
 */
export const actionRowSchema = v.pipe(
  v.object({
    ...sendingEntries,
    offerSeen: shownOffer,
    queuedAt: v.fallback(instantMs, 0),
    /** A state that this version doesn't know is one for a person to judge. */
    state: v.fallback(v.picklist(['waiting', 'attention']), 'attention'),
    /** Tries so far. */
    attempts: v.fallback(count, 0),
    /** A try was made of which nobody knows whether the server has acted on it: it can't be undone. */
    mayHaveArrived: v.fallback(v.boolean(), true),
    /** True where it counts as sent once its mark in `unsent` is gone. Rows of 0.1.0 have none. */
    isMarked: v.fallback(v.optional(v.boolean()), undefined),
    /** The current sender, and until when nobody else may send it. */
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
          offerNow: shownOffer,
          status: v.fallback(count, 500),
        }),
      ),
      null,
    ),
  }),
  v.check(({ kind, requestedChanges }) => kind === 'approve' || requestedChanges !== null, 'Expected what to change.'),
  // 0.1.0 took the server's refusal of the last try to speak for those before, whose answers it had lost.
  v.transform(({ attention, ...row }) => {
    const certainty = attention?.certainty ?? (row.attempts > 1 ? 'unknown' : 'refused');
    return { ...row, attention: attention && { ...attention, certainty } };
  }),
);
export type ActionRow = v.InferOutput<typeof actionRowSchema>;

/** As much as can be guessed of a row that can't be sent. */
export const unreadableRowSchema = v.object({
  actionId: v.fallback(v.optional(anyId), undefined),
  offerId: v.fallback(anyId, 'unknown'),
  kind: v.fallback(kind, 'approve'),
  queuedAt: v.fallback(instantMs, 0),
});
export type UnreadableRow = v.InferOutput<typeof unreadableRowSchema> & { actionId: string };

/** The server's answer to an action that has left the queue. */
export const receiptRowSchema = v.object({
  actionId: anyId,
  brandId: anyId,
  offerId: anyId,
  /** The submission that was decided on; receipts of before don't say. */
  fulfillmentId: v.fallback(v.optional(anyId), undefined),
  settledAt: v.fallback(instantMs, 0),
  /** Null where it can't be read: the decision was sent all the same. */
  offer: shownOffer,
});
export type ReceiptRow = v.InferOutput<typeof receiptRowSchema>;

/** A receipt as it is stored. */
export interface StoredReceipt extends ReceiptRow {
  kind: ActionRow['kind'];
  /** 1 until the offer has reached the copy, which is another database. */
  uncopied: 0 | 1;
}
