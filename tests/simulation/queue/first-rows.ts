import type { ActionRow } from '../../../src/offline/action-row.ts';

/** What the first version has put into the queue; later ones have added to it. */
const firstKeys = [
  ...['seq', 'actionId', 'brandId', 'offerId', 'kind', 'fulfillmentId', 'offerSeen', 'requestedChanges', 'queuedAt'],
  ...['state', 'attempts', 'mayHaveArrived', 'lease', 'notBefore', 'failures', 'attention'],
];
const firstAttention = ['code', 'message', 'offerNow', 'status'];

const only = <T extends object>(value: T, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key))) as T;

/** A row of the queue as the first version would have left it, which had no marks of what is unsent. */
export function asFirstWritten(row: ActionRow, isUnsent: boolean): ActionRow {
  const mayHaveArrived = row.mayHaveArrived || (row.isMarked === true && !isUnsent);
  return only({ ...row, mayHaveArrived, attention: row.attention && only(row.attention, firstAttention) }, firstKeys);
}
