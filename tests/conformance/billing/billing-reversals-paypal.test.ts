import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { paypalProvider } from '#server/services/ledger/payments/paypal/paypal.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { paymentsOf, paypalServer, reconcileAll } from '#tests/support/money/billing.ts';
import { auditOf, booksOf } from '#tests/support/money/books.ts';
import { startTestServer } from '#tests/support/servers/server.ts';

const { paypal, server, loggedIn, payments } = await paypalServer();
let brandId: string;
let token: string;
let count = 0;

beforeEach(async () => {
  paypal.faults();
  paypal.verification = 'SUCCESS';
  ({ brandId, token } = await loggedIn());
});

/** Adds $250. @returns PayPal's order id */
async function fund(): Promise<string> {
  const { id } = (await call(server, endpoints.createPaypalOrder, { token, body: { amountCents: 25_000 } })).data;
  paypal.approve(id);
  await call(server, endpoints.addFunds, { token, key: newKey(), body: { type: 'paypal', paypalOrderId: id } });
  return id;
}
const available = async () => (await booksOf(server.db, brandId)).available;
const audit = () => auditOf(server.db, brandId);
const run = () => reconcileAll(server, payments());
const signed = {
  'PAYPAL-AUTH-ALGO': 'SHA256withRSA',
  'PAYPAL-CERT-URL': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
  'PAYPAL-TRANSMISSION-ID': 'transmission',
  'PAYPAL-TRANSMISSION-SIG': 'signature',
  'PAYPAL-TRANSMISSION-TIME': '2026-03-15T12:00:00Z',
};
const eventOf = (event_type: string, resource: object) => ({ id: `WH-${++count}`, event_type, resource });
const send = async (event: object, headers: Record<string, string> = signed) =>
  (await server.app.request('/webhooks/paypal', { method: 'POST', headers, body: JSON.stringify(event) })).status;
const disputed = ({ captureId }: { captureId: string }) => ({
  disputed_transactions: [{ seller_transaction_id: captureId }],
});

describe('a refund', () => {
  test('is booked once, whether reported repeatedly, concurrently, or by another source', async () => {
    const refund = paypal.refund(await fund(), '100.00');
    const event = eventOf('PAYMENT.CAPTURE.REFUNDED', refund);
    expect(await send(event)).toBe(200);
    await Promise.all([send(event), send(eventOf('PAYMENT.CAPTURE.REFUNDED', refund)), run()]);
    expect(await available()).toBe(15_000);
    expect((await paymentsOf(server, brandId)).sort((a, b) => a.amountCents - b.amountCents)).toMatchObject([
      { kind: 'REFUND', amountCents: -10_000 },
      { amountCents: 25_000 },
    ]);
    expect(await audit()).toEqual([]);
  });

  test('without an event is found by reconciliation', async () => {
    paypal.refund(await fund(), '100.00');
    expect(await run()).toMatchObject({ reversed: 1, differences: [] });
    expect(await available()).toBe(15_000);
  });
});

describe('a dispute', () => {
  test('deducts the money, and returns it once won', async () => {
    const dispute = paypal.dispute(await fund(), '250.00');
    await send(eventOf('CUSTOMER.DISPUTE.CREATED', disputed(dispute)));
    expect(await available()).toBe(0);
    const amount = { currency_code: 'USD', value: '250.00' };
    dispute.money_movements.push({ affected_party: 'SELLER', type: 'CREDIT', amount });
    dispute.status = 'RESOLVED';
    await send(eventOf('CUSTOMER.DISPUTE.RESOLVED', disputed(dispute)));
    expect(await available()).toBe(25_000);
    expect(await audit()).toEqual([]);
  });

  test('that ended in a refund deducts the money once', async () => {
    const id = await fund();
    const dispute = paypal.dispute(id, '250.00');
    await send(eventOf('CUSTOMER.DISPUTE.CREATED', disputed(dispute)));
    dispute.status = 'RESOLVED';
    await send(eventOf('PAYMENT.CAPTURE.REFUNDED', paypal.refund(id, '250.00')));
    expect(await available()).toBe(0);
  });
});

describe('refuses an event', () => {
  test('that PayPal hasn’t signed', async () => {
    const event = eventOf('PAYMENT.CAPTURE.REFUNDED', paypal.refund(await fund(), '100.00'));
    paypal.verification = 'FAILURE';
    expect(await send(event)).toBe(400);
    expect(await available()).toBe(25_000);
    const check = paypal.requests.findLast(({ path }) => path.endsWith('verify-webhook-signature'));
    expect(JSON.parse(check?.body ?? '')).toMatchObject({ webhook_id: 'WEBHOOK1', webhook_event: event });
  });

  test('without a valid signature, before PayPal is queried', async () => {
    const before = paypal.requests.length;
    expect(await send(eventOf('PAYMENT.CAPTURE.REFUNDED', {}), {})).toBe(400);
    expect(await send({ id: 1 })).toBe(400);
    expect(paypal.requests.length).toBe(before);
  });

  test('of any kind, if no webhook is configured', async () => {
    const bare = await startTestServer({
      payments: {
        card: null,
        paypal: paypalProvider({ clientId: 'id', clientSecret: 'secret', environment: 'sandbox', url: paypal.url }),
      },
    });
    try {
      expect((await bare.app.request('/webhooks/paypal', { method: 'POST', body: '{}' })).status).toBe(404);
    } finally {
      await bare.close();
    }
  });
});

test('an event that can’t be checked asks for redelivery', async () => {
  const event = eventOf('PAYMENT.CAPTURE.REFUNDED', paypal.refund(await fund(), '100.00'));
  paypal.faults(({ path }) => (path.startsWith('/v1/customer') ? { status: 500 } : undefined));
  expect(await send(event)).toBe(503);
  paypal.faults();
  expect(await send(event)).toBe(200);
  expect(await available()).toBe(15_000);
});

test.each([
  ['of an unrelated type', 'BILLING.PLAN.CREATED', {}],
  [
    'of an order of another installation',
    'PAYMENT.CAPTURE.COMPLETED',
    { supplementary_data: { related_ids: { order_id: 'ELSEWHERE' } } },
  ],
  ['without a related payment', 'PAYMENT.CAPTURE.REFUNDED', { links: [] }],
])('an event %s is accepted and ignored', async (_, type, resource) => {
  expect(await send(eventOf(type, resource))).toBe(200);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
