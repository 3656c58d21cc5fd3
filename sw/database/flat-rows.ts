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
export function upgradeAction(row: Row): Row {
  const attention = upgradeAttention(row.attention);
  if ('payload' in row) return { ...row, attention };
  const { offerId, fulfillmentId, requestedChanges, offerSeen, ...rest } = row;
  const payload = { offerId, fulfillmentId, ...unlessNull('requestedChanges', requestedChanges) };
  return { ...rest, attention, lane: `offer ${String(offerId)}`, payload, seen: asOffer(offerSeen) };
}

/** A receipt of such a version, in the shape of today. */
export function upgradeReceipt(row: Row): Row {
  if ('record' in row) return row;
  const { offer, fulfillmentId, ...rest } = row;
  return { ...rest, condition: fulfillmentId ?? null, record: asOffer(offer) };
}
