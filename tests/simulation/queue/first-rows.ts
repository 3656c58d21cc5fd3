import * as v from 'valibot';
import { offerIn } from '#domain/offers/brand-record.ts';
import { type ActionRow, actionRowSchema } from '#sw/database/action-row.ts';

/**
 * A row of the queue as the first version would have stored it: about an offer, and without marks of unsent intents.
 */
export function asFirstWritten(stored: unknown, isUnsent: boolean): ActionRow {
  // The row may be from an earlier update and have changed since.
  const row = v.parse(actionRowSchema, stored);
  // The first version had only decisions.
  if (row.kind !== 'approve' && row.kind !== 'request-changes') return row;
  const { seq, actionId, brandId, kind, payload, queuedAt, state, attempts, lease, notBefore, failures } = row;
  const mayHaveArrived = row.mayHaveArrived || (row.isMarked === true && !isUnsent);
  const requestedChanges = kind === 'request-changes' ? payload.requestedChanges : null;
  const { offerId, fulfillmentId } = payload;
  const made = { offerId, kind, fulfillmentId, offerSeen: offerIn(row.seen), requestedChanges, queuedAt };
  const attention = row.attention && {
    code: row.attention.code,
    message: row.attention.message,
    offerNow: offerIn(row.attention.now),
    status: row.attention.status,
  };
  const written = { seq, actionId, brandId, ...made, state, attempts, mayHaveArrived, lease, notBefore, failures };
  return { ...written, attention } as unknown as ActionRow;
}
