import * as v from 'valibot';
import { offerSchema, rejectEvidenceBodySchema } from '../contract/offer.ts';
import { anyId, count } from '../contract/primitives.ts';
import { attentionSchema } from '../contract/sync-status.ts';

const ms = v.pipe(v.number(), v.finite());
const kind = v.picklist(['approve', 'request-changes']);

/** A decision in the queue. */
export const actionRowSchema = v.object({
  /** Order of all decisions. */
  seq: count,
  /** Also its Idempotency-Key. */
  actionId: anyId,
  brandId: anyId,
  offerId: anyId,
  kind,
  /** What the brand looked at: If-Match. */
  fulfillmentId: anyId,
  offerSeen: offerSchema,
  requestedChanges: v.nullable(rejectEvidenceBodySchema.entries.requestedChanges),
  queuedAt: ms,
  state: v.picklist(['waiting', 'attention']),
  /** Tries so far. */
  attempts: count,
  /** A try was made of which nobody knows whether the server has acted on it: it can't be undone. */
  mayHaveArrived: v.boolean(),
  /** Who is sending it, and until when nobody else may. */
  lease: v.nullable(v.object({ owner: v.string(), until: ms })),
  /** Not to be tried before, ms. */
  notBefore: ms,
  /** Tries that failed in a row, for the back-off. */
  failures: count,
  attention: v.nullable(v.object({ ...attentionSchema.entries, status: count })),
});
export type ActionRow = v.InferOutput<typeof actionRowSchema>;

/** What the server answered to an action that has left the queue. */
export const receiptRowSchema = v.object({
  actionId: anyId,
  brandId: anyId,
  offerId: anyId,
  kind,
  settledAt: ms,
  offer: offerSchema,
  /** 1 until the offer has reached the copy, which is another database. */
  uncopied: v.picklist([0, 1]),
});
export type ReceiptRow = v.InferOutput<typeof receiptRowSchema>;
