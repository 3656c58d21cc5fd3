import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { checkDueCharges } from '../../src/server/services/payments/charges.ts';
import { paypalProvider } from '../../src/server/services/payments/paypal.ts';
import { booksOf } from '../support/books.ts';
import { call, newKey } from '../support/call.ts';
import type { LocalRequest } from '../support/local-server.ts';
import { fakePaypal } from '../support/paypal.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type World, world } from '../support/world.ts';

let paypal: Awaited<ReturnType<typeof fakePaypal>>;
let server: TestServer;
let given: World;
let brandId: string;
let token: string;
const nothing = { available: 0, pending: 0, held: 0, campaigns: 0, provider: 0 };
const provider = () =>
  paypalProvider({ clientId: 'id', clientSecret: 'secret', environment: 'sandbox', url: paypal.url });

beforeAll(async () => {
  paypal = await fakePaypal();
  server = await startTestServer({ payments: { card: null, paypal: provider() } });
  given = world(server.db);
});
afterAll(async () => {
  await server?.close();
  await paypal?.close();
});
beforeEach(async () => {
  paypal.faults();
  paypal.outcome = { status: 'COMPLETED' };
  brandId = await given.brand();
  token = (await server.sessionOf(brandId)).accessToken;
});

const fund = (paypalOrderId: string, key = newKey()) =>
  call(server, endpoints.addFunds, { token, key, body: { type: 'paypal', paypalOrderId } });
const history = async () => {
  token = (await server.sessionOf(brandId)).accessToken;
  return (await call(server, endpoints.listPayments, { token })).data.data;
};
const books = () => booksOf(server.db, brandId);
const check = async (afterMs: number) => {
  server.clock.advance(afterMs);
  const payments = { card: null, paypal: provider() };
  const log = { error: () => {}, warn: () => {} };
  await checkDueCharges({ db: server.db, payments, log, now: server.clock.now });
};
const isCapture = ({ path }: LocalRequest) => path.endsWith('/capture');

test('an approved order is captured once, for the amount that PayPal names', async () => {
  paypal.approve('ORDER-1', '150.50');
  const key = newKey();
  const { data } = await fund('ORDER-1', key);
  expect(data).toMatchObject({
    availableBalanceCents: 15_050,
    payment: { amountCents: 15_050, method: { title: 'PayPal', subtitle: 'billing@northwind.test' } },
  });
  expect(paypal.requests.find(isCapture)?.headers['paypal-request-id']).toBe(`afield-${brandId}-${key}`);
  await fund('ORDER-1', key);
  expect((await fund('ORDER-1')).status).toBe(400);
  expect([paypal.captures(), await books()]).toEqual([1, { ...nothing, available: 15_050, provider: -15_050 }]);
});

test.each([
  ['less than $100', 'ORDER-2', '99.99', {}, 'Amount must be at least $100'],
  ['another currency', 'ORDER-3', '150.00', { currency: 'EUR' }, 'Expected an order of one amount in USD'],
  ['an order to authorize', 'ORDER-4', '150.00', { intent: 'AUTHORIZE' }, 'Expected an order of one amount in USD'],
  ['an order that was not approved', 'ORDER-5', '150.00', { status: 'CREATED' }, 'Expected an order that its payer'],
  ['an amount that is none', 'ORDER-6', '1e3', {}, 'Expected an order of one amount in USD'],
])('%s is not captured', async (_, id, value, more, words) => {
  paypal.approve(id, value, more);
  const before = paypal.captures();
  const { status, error } = await fund(id);
  expect([status, error?.code]).toEqual([400, 'invalid_request']);
  expect(error?.message).toContain(words);
  expect([paypal.captures(), await history()]).toEqual([before, []]);
});

test.each(['ORDER-GONE', '../../v1/reporting/balances', 'a b'])('%s is no order', async (id) => {
  const { status, error } = await fund(id);
  expect([status, error?.code]).toEqual([400, 'invalid_request']);
});

describe('refused', () => {
  test.each([
    [{ issue: 'INSTRUMENT_DECLINED' }, 'PayPal declined this payment. Please choose another way to pay.'],
    [{ status: 'DECLINED' }, 'PayPal declined this payment.'],
  ])('%o: 402, and nothing is booked', async (outcome, words) => {
    paypal.outcome = outcome;
    paypal.approve(`ORDER-${words.length}`, '100.00');
    const { status, error } = await fund(`ORDER-${words.length}`);
    expect([status, error]).toEqual([402, { code: 'card_declined', message: words }]);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: words }]);
    expect(await books()).toEqual(nothing);
  });
});

describe('a network that fails', () => {
  test('before the order was read: 503, nothing written', async () => {
    paypal.approve('ORDER-10', '100.00');
    paypal.faults(() => 'request-lost');
    expect((await fund('ORDER-10')).error?.code).toBe('unavailable');
    expect(await history()).toEqual([]);
  });

  test('that loses the answer to the capture: pending, then available, captured once', async () => {
    paypal.approve('ORDER-11', '100.00');
    const before = paypal.captures();
    paypal.faults((request) => (isCapture(request) ? 'answer-lost' : undefined));
    const { data } = await fund('ORDER-11');
    expect(data).toMatchObject({ pendingBalanceCents: 10_000, payment: { status: 'PENDING' } });
    paypal.faults();
    await check(60_000);
    expect([paypal.captures() - before, await history()]).toMatchObject([1, [{ status: 'COMPLETED' }]]);
    expect(await books()).toEqual({ ...nothing, available: 10_000, provider: -10_000 });
  });

  test('that loses the capture itself: what was approved is captured later', async () => {
    paypal.approve('ORDER-12', '100.00');
    paypal.faults((request) => (isCapture(request) ? 'request-lost' : undefined));
    await fund('ORDER-12');
    paypal.faults();
    await check(3_600_000);
    expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
    expect(await books()).toEqual({ ...nothing, available: 10_000, provider: -10_000 });
  });

  test('until PayPal has forgotten the order: failed, nothing kept', async () => {
    paypal.approve('ORDER-13', '100.00');
    paypal.faults((request) => (isCapture(request) ? 'request-lost' : undefined));
    await fund('ORDER-13');
    paypal.faults();
    paypal.orders.delete('ORDER-13');
    await check(3_600_000);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: 'PayPal no longer has this order.' }]);
    expect(await books()).toEqual(nothing);
  });

  test.each([500, 503, 401])('%i to the capture is no outcome', async (status) => {
    const id = `ORDER-S${status}`;
    paypal.approve(id, '100.00');
    paypal.faults((request) => (isCapture(request) ? { status } : undefined));
    expect((await fund(id)).data.payment?.status).toBe('PENDING');
  });
});

test('what PayPal holds back is pending until it is settled', async () => {
  paypal.outcome = { status: 'PENDING' };
  paypal.approve('ORDER-20', '100.00');
  const { data } = await fund('ORDER-20');
  expect(data.payment).toMatchObject({ status: 'PENDING', statusReason: null });
  for (const unit of paypal.orders.get('ORDER-20')?.purchase_units ?? []) {
    for (const capture of unit.payments?.captures ?? []) capture.status = 'COMPLETED';
  }
  await check(3_600_000);
  expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
});

test('nothing was logged as a failure', () => {
  expect(server.errors).toEqual([]);
});
