import * as v from 'valibot';
import { ForgedEventError, type ProviderEvent } from '../provider.ts';
import type { PaypalApi } from './paypal-api.ts';

const idText = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const relatedSchema = v.object({ supplementary_data: v.object({ related_ids: v.object({ order_id: idText }) }) });
const eventSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(128)),
  event_type: v.pipe(v.string(), v.maxLength(128)),
  resource: v.looseObject({}),
});
const verificationSchema = v.object({ verification_status: v.string() });
const disputeSchema = v.object({
  disputed_transactions: v.tupleWithRest([v.object({ seller_transaction_id: idText })], v.unknown()),
});
const linkedSchema = v.object({ links: v.array(v.object({ rel: v.string(), href: v.string() })) });

/** Headers that carry PayPal's signature. */
const signedWith = {
  auth_algo: 'PAYPAL-AUTH-ALGO',
  cert_url: 'PAYPAL-CERT-URL',
  transmission_id: 'PAYPAL-TRANSMISSION-ID',
  transmission_sig: 'PAYPAL-TRANSMISSION-SIG',
  transmission_time: 'PAYPAL-TRANSMISSION-TIME',
} as const;

/**
 * Reads an event after PayPal has verified its signature
 * (https://developer.paypal.com/docs/api/webhooks/v1/#verify-webhook-signature_post).
 * @throws {ForgedEventError} {@link ProviderUnavailableError}
 */
export async function readPaypalEvent(
  api: PaypalApi,
  webhookId: string,
  body: string,
  headers: Headers,
): Promise<ProviderEvent> {
  const parsed = v.safeParse(eventSchema, parseJson(body));
  const signature = Object.entries(signedWith).map(([name, header]) => [name, headers.get(header)] as const);
  if (!parsed.success || signature.some(([, value]) => value === null)) {
    throw new ForgedEventError('Expected an event that PayPal has signed');
  }
  // Send the event's raw text: PayPal's signature doesn't match re-serialized JSON.
  const signed = JSON.stringify({ ...Object.fromEntries(signature), webhook_id: webhookId });
  const asked = `${signed.slice(0, -1)},"webhook_event":${body}}`;
  const { verification_status } = await api.post(
    '/v1/notifications/verify-webhook-signature',
    asked,
    verificationSchema,
  );
  if (verification_status !== 'SUCCESS') throw new ForgedEventError('Expected an event that PayPal has signed');
  const { id, event_type: type, resource } = parsed.output;
  const reference = await orderOf(api, type, resource);
  return { id, type, charge: reference === null ? null : { reference } };
}

/** Returns the order of an event. PayPal names the order itself or a capture, from which the order can be fetched. */
async function orderOf(api: PaypalApi, type: string, resource: unknown): Promise<string | null> {
  if (!/^(PAYMENT\.CAPTURE|CUSTOMER\.DISPUTE|PAYMENT\.REFUND)\./.test(type)) return null;
  const related = v.safeParse(relatedSchema, resource);
  if (related.success) return related.output.supplementary_data.related_ids.order_id;
  const captureId = captureOf(resource);
  if (captureId === null) return null;
  const capture = await api.get(`/v2/payments/captures/${captureId}`, relatedSchema);
  return capture.supplementary_data.related_ids.order_id;
}

/** A dispute names the capture as the seller's transaction; a refund links to it. */
function captureOf(resource: unknown): string | null {
  const dispute = v.safeParse(disputeSchema, resource);
  if (dispute.success) return dispute.output.disputed_transactions[0].seller_transaction_id;
  const linked = v.safeParse(linkedSchema, resource);
  if (!linked.success) return null;
  const up = linked.output.links.find(({ rel }) => rel === 'up')?.href ?? '';
  return /\/v2\/payments\/captures\/([\w-]{1,64})$/.exec(up)?.[1] ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
