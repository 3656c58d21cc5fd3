import * as v from 'valibot';
import type { Reversal } from '../provider.ts';
import type { PaypalApi } from './paypal-api.ts';
import { centsOf } from './paypal-order.ts';

const moneySchema = v.pipe(
  v.object({ currency_code: v.string(), value: v.string() }),
  v.transform(({ currency_code, value }) => centsOf({ currencyCode: currency_code, value }) ?? 0),
);
const listSchema = v.object({ items: v.optional(v.array(v.object({ dispute_id: v.string() })), []) });
const disputeSchema = v.object({
  status: v.string(),
  dispute_outcome: v.optional(
    v.object({ outcome_code: v.optional(v.string()), amount_refunded: v.optional(moneySchema) }),
  ),
  money_movements: v.optional(
    v.array(v.object({ affected_party: v.string(), type: v.string(), amount: moneySchema })),
    [],
  ),
});

/**
 * Returns the disputes of a capture (https://developer.paypal.com/docs/api/customer-disputes/v1/). The amount is the
 * money moved from the seller and back or, if PayPal lists no movement, the amount of the resolution.
 */
export async function readDisputes(api: PaypalApi, captureId: string): Promise<Reversal[]> {
  const query = new URLSearchParams({ disputed_transaction_id: captureId, page_size: '50' });
  const { items } = await api.get(`/v1/customer/disputes?${query}`, listSchema);
  const reversals: Reversal[] = [];
  for (const { dispute_id: reference } of items) {
    const dispute = await api.get(`/v1/customer/disputes/${encodeURIComponent(reference)}`, disputeSchema);
    reversals.push({ reference, kind: 'DISPUTE', cents: centsTaken(dispute), isFinal: dispute.status === 'RESOLVED' });
  }
  return reversals;
}

const forTheBuyer: readonly (string | undefined)[] = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

function centsTaken({
  status,
  dispute_outcome: outcome,
  money_movements,
}: v.InferOutput<typeof disputeSchema>): number {
  const movements = money_movements.filter(({ affected_party }) => affected_party === 'SELLER');
  if (movements.length > 0) {
    const taken = movements.reduce((sum, { type, amount }) => sum + (type === 'DEBIT' ? amount : -amount), 0);
    return Math.max(0, taken);
  }
  return status === 'RESOLVED' && forTheBuyer.includes(outcome?.outcome_code) ? (outcome?.amount_refunded ?? 0) : 0;
}
