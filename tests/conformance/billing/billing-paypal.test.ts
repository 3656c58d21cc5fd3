import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { paymentOrders } from '#server/database/tables/billing-tables.ts';
import { pruneOrders } from '#server/services/ledger/payments/orders.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { checkChargesAfter, paymentsOf, paypalServer } from '#tests/support/money/billing.ts';
import { booksOf, emptyBooks } from '#tests/support/money/books.ts';
import type { Tampering } from '#tests/support/money/paypal.ts';
import type { LocalRequest } from '#tests/support/servers/local-server.ts';

const { paypal, server, loggedIn, payments } = await paypalServer();
let brandId: string;
let token: string;

beforeEach(async () => {
  paypal.faults();
  paypal.outcome = { status: 'COMPLETED' };
  paypal.beforeCapture = null;
  ({ brandId, token } = await loggedIn());
});

const order = (amountCents: number) => call(server, endpoints.createPaypalOrder, { token, body: { amountCents } });
/** An order created here and approved by its payer. */
const approved = async (amountCents = 10_000) => {
  const { id } = (await order(amountCents)).data;
  paypal.approve(id);
  return id;
};
const fund = (paypalOrderId: string, key = newKey()) =>
  call(server, endpoints.addFunds, { token, key, body: { type: 'paypal', paypalOrderId } });
const history = () => paymentsOf(server, brandId);
const books = () => booksOf(server.db, brandId);
const check = (afterMs: number) => checkChargesAfter(afterMs, server, payments());
const isCapture = ({ path }: LocalRequest) => path.endsWith('/capture');

test('an approved order is captured once, for its original amount', async () => {
  const id = await approved(15_050);
  expect(paypal.orders.get(id)?.purchase_units).toMatchObject([
    { amount: { currency_code: 'USD', value: '150.50' }, custom_id: brandId },
  ]);
  const key = newKey();
  const { data } = await fund(id, key);
  expect(data).toMatchObject({
    availableBalanceCents: 15_050,
    payment: { amountCents: 15_050, method: { title: 'PayPal', subtitle: 'billing@northwind.test' } },
  });
  expect(paypal.requests.findLast(isCapture)?.headers['paypal-request-id']).toBe(`afield-${brandId}-${key}`);
  const before = paypal.captures();
  await fund(id, key);
  expect((await fund(id)).status).toBe(400);
  expect([paypal.captures(), await books()]).toEqual([before, { ...emptyBooks, available: 15_050, provider: -15_050 }]);
});

test.each([
  ['less than $100', 9_999, 'Amount must be at least $100'],
  ['more than PayPal accepts', 100_000_000, 'Amount must be at most $999,999.99'],
])('no order is created for %s', async (_, amountCents, words) => {
  const { status, error } = await order(amountCents);
  expect([status, error?.message]).toEqual([400, words]);
});

const tamperings: [string, Tampering, string][] = [
  ['pays another recipient', { merchantId: 'MERCHANT-OF-THE-BRAND' }, 'PayPal’s order pays a different recipient.'],
  ['costs less', { value: '1.00' }, 'PayPal’s order has a different amount or currency.'],
  ['costs more', { value: '9999.00' }, 'PayPal’s order has a different amount or currency.'],
  ['is in another currency', { currency: 'HUF' }, 'PayPal’s order has a different amount or currency.'],
  ['has an invalid amount', { value: '1e3' }, 'PayPal’s order has a different amount or currency.'],
  ['belongs to another brand', { customId: 'brd_of_another' }, 'PayPal’s order belongs to another account.'],
  ['only authorizes', { intent: 'AUTHORIZE' }, 'PayPal’s order isn’t a single amount to capture.'],
];

describe('a modified order that', () => {
  test.each(tamperings)('%s is refused with a message, and nothing is captured or booked', async (_, change, words) => {
    const id = await approved();
    paypal.change(id, change);
    const before = paypal.captures();
    const { status, error } = await fund(id);
    expect([status, error]).toEqual([400, { code: 'invalid_request', message: `${words} You weren’t charged.` }]);
    expect([paypal.captures(), await history(), await books()]).toEqual([before, [], emptyBooks]);
  });

  test.each(tamperings)('%s is never captured after a lost capture', async (_, change, words) => {
    const id = await approved();
    paypal.faults((request) => (isCapture(request) ? 'request-lost' : undefined));
    await fund(id);
    paypal.faults();
    paypal.change(id, change);
    const before = paypal.captures();
    await check(3_600_000);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: `${words} You weren’t charged.` }]);
    expect([paypal.captures(), await books()]).toEqual([before, emptyBooks]);
  });

  test('pays another account at the moment of capture isn’t booked', async () => {
    const id = await approved();
    paypal.beforeCapture = { merchantId: 'MERCHANT-OF-THE-BRAND' };
    const { status, error } = await fund(id);
    const words = 'PayPal’s order pays a different recipient. It was not added to your balance.';
    expect([status, error]).toEqual([402, { code: 'card_declined', message: words }]);
    expect(await books()).toEqual(emptyBooks);
  });

  test('costs less at the moment of capture is left for manual review', async () => {
    const id = await approved();
    paypal.beforeCapture = { value: '1.00' };
    expect((await fund(id)).data).toMatchObject({ availableBalanceCents: 0, payment: { status: 'PENDING' } });
  });
});

describe('funding is refused with', () => {
  const refused = [400, 'invalid_request', 'This order wasn’t created for your account. You weren’t charged.'];

  test.each(['ORDER-GONE', '../../v1/reporting/balances', 'a b'])('the unknown order ID %s', async (id) => {
    const asked = paypal.requests.length;
    const { status, error } = await fund(id);
    expect([status, error?.code, error?.message]).toEqual(refused);
    expect(paypal.requests.length).toBe(asked);
  });

  test('an order created elsewhere for the same account', async () => {
    const body = JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '100.00' } }],
    });
    const { id } = (await (
      await fetch(new URL('/v2/checkout/orders', paypal.url), { method: 'POST', body })
    ).json()) as {
      id: string;
    };
    paypal.approve(id);
    const { status, error } = await fund(id);
    expect([status, error?.code, error?.message]).toEqual(refused);
  });

  test('an order of another brand', async () => {
    const id = await approved();
    ({ token } = await loggedIn());
    const { status, error } = await fund(id);
    expect([status, error?.code, error?.message]).toEqual(refused);
  });

  test('an order that its payer hasn’t approved', async () => {
    const { id } = (await order(10_000)).data;
    expect((await fund(id)).error?.message).toBe('Expected an order approved by its payer.');
  });
});

test('unpaid orders are deleted, and paid ones are kept', async () => {
  const paid = await approved();
  await fund(paid);
  const unpaid = await approved();
  await pruneOrders(server.db, new Date(server.clock.now().getTime() + 31 * 86_400_000));
  const rows = await server.db.select().from(paymentOrders);
  expect(rows.map(({ reference }) => reference)).toContain(paid);
  expect(rows.map(({ reference }) => reference)).not.toContain(unpaid);
});

describe('a payment that PayPal refuses', () => {
  test.each([
    [{ issue: 'INSTRUMENT_DECLINED' }, 'PayPal declined this payment. Please choose another way to pay.'],
    [{ status: 'DECLINED' }, 'PayPal declined this payment.'],
  ])('gets 402, and nothing is booked: %o', async (outcome, words) => {
    paypal.outcome = outcome;
    const { status, error } = await fund(await approved());
    expect([status, error]).toEqual([402, { code: 'card_declined', message: words }]);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: words }]);
    expect(await books()).toEqual(emptyBooks);
  });
});

describe('a failing network', () => {
  test('before the order is read causes a 503, and nothing is written', async () => {
    const id = await approved();
    paypal.faults(() => 'request-lost');
    expect((await fund(id)).error?.code).toBe('payments_unavailable');
    expect(await history()).toEqual([]);
  });

  test('that loses the response to the capture leaves it pending, then available and captured once', async () => {
    const id = await approved();
    const before = paypal.captures();
    paypal.faults((request) => (isCapture(request) ? 'answer-lost' : undefined));
    const { data } = await fund(id);
    expect(data).toMatchObject({ pendingBalanceCents: 10_000, payment: { status: 'PENDING' } });
    paypal.faults();
    await check(60_000);
    expect([paypal.captures() - before, await history()]).toMatchObject([1, [{ status: 'COMPLETED' }]]);
    expect(await books()).toEqual({ ...emptyBooks, available: 10_000, provider: -10_000 });
  });

  test('that loses the capture itself delays it, and the approved order is captured later', async () => {
    const id = await approved();
    paypal.faults((request) => (isCapture(request) ? 'request-lost' : undefined));
    await fund(id);
    paypal.faults();
    await check(3_600_000);
    expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
    expect(await books()).toEqual({ ...emptyBooks, available: 10_000, provider: -10_000 });
  });

  test('until PayPal has deleted the order lets the payment fail, with nothing kept', async () => {
    const id = await approved();
    paypal.faults((request) => (isCapture(request) ? 'request-lost' : undefined));
    await fund(id);
    paypal.faults();
    paypal.orders.delete(id);
    await check(3_600_000);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: 'PayPal no longer has this order.' }]);
    expect(await books()).toEqual(emptyBooks);
  });

  test.each([500, 503, 401])('leaves the outcome open after a %i response to the capture', async (status) => {
    const id = await approved();
    paypal.faults((request) => (isCapture(request) ? { status } : undefined));
    expect((await fund(id)).data.payment?.status).toBe('PENDING');
  });
});

test('a capture that PayPal holds is pending until settled', async () => {
  paypal.outcome = { status: 'PENDING' };
  const id = await approved();
  const { data } = await fund(id);
  expect(data.payment).toMatchObject({ status: 'PENDING', statusReason: null });
  for (const unit of paypal.orders.get(id)?.purchase_units ?? []) {
    for (const capture of unit.payments?.captures ?? []) capture.status = 'COMPLETED';
  }
  await check(3_600_000);
  expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
