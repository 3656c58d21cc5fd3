import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { pruneEvents } from '#server/services/ledger/payments/events.ts';
import { stripeProvider } from '#server/services/ledger/payments/stripe/stripe.ts';
import { fundByStripe, paymentsOf, stripeServer } from '#tests/support/money/billing.ts';
import { booksOf, emptyBooks } from '#tests/support/money/books.ts';
import { sendStripeEvent, stripeEvent } from '#tests/support/money/stripe.ts';
import { startTestServer } from '#tests/support/servers/server.ts';

const { stripe, server, given } = await stripeServer();
let brandId: string;

beforeEach(async () => {
  stripe.faults();
  stripe.intents.clear();
  brandId = await given.brand();
});

const fund = (reference: string) => fundByStripe(server, brandId, reference);
const books = () => booksOf(server.db, brandId);
const history = () => paymentsOf(server, brandId);
const intent = () => [...stripe.intents.values()].at(-1);
/** An event about the newest intent, or about another object. */
const eventOf = (type: string, object: object = { ...intent() }) => stripeEvent(type, object);
const send = (event: object, how?: Parameters<typeof sendStripeEvent>[2]) => sendStripeEvent(server, event, how);

test('an event settles a pending payment', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  expect(await send(eventOf('payment_intent.succeeded'))).toBe(200);
  expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
  expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
});

test('an event that arrives before the response, or instead of it, settles the payment', async () => {
  stripe.faults(({ path }) => (path.endsWith('/confirm') ? 'answer-lost' : undefined));
  const { data } = await fund('pm_1');
  expect(data.payment?.status).toBe('PENDING');
  stripe.faults();
  await send(eventOf('payment_intent.succeeded'));
  expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
});

test('a repeated event changes nothing, and causes no further query to Stripe', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  const event = eventOf('payment_intent.succeeded');
  await send(event);
  const before = stripe.requests.length;
  expect(await send(event)).toBe(200);
  expect(stripe.requests.length).toBe(before);
  expect(await books()).toMatchObject({ available: 25_000 });
});

test('concurrent copies of an event settle once', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  const event = eventOf('payment_intent.succeeded');
  await Promise.all([1, 2, 3, 4, 5].map(() => send(event)));
  expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
});

test('out-of-order events end in Stripe’s current state', async () => {
  await fund('pm_processing');
  const older = eventOf('payment_intent.processing');
  stripe.settle('succeeded');
  await send(eventOf('payment_intent.succeeded'));
  await send(older);
  expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
  expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
});

test('a charge that finally succeeded is booked, whatever was reported before', async () => {
  await fund('pm_declined');
  expect(await books()).toEqual(emptyBooks);
  Object.assign(intent() ?? {}, { status: 'succeeded', amount_received: 25_000 });
  await send(eventOf('payment_intent.succeeded'));
  expect(await history()).toMatchObject([{ status: 'COMPLETED', statusReason: null }]);
  expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
});

test('an event only triggers a lookup and is never trusted', async () => {
  await fund('pm_processing');
  const lie = eventOf('payment_intent.succeeded', { ...intent(), status: 'succeeded', amount_received: 9_999_999 });
  expect(await send(lie)).toBe(200);
  expect(await books()).toEqual({ ...emptyBooks, pending: 25_000, provider: -25_000 });
});

describe('the webhook refuses', () => {
  test.each([
    ['signed with another secret', { secret: 'whsec_of_somebody_else' }],
    ['that differs from what was signed', { body: '{"id":"evt_forged"}' }],
    ['that is old enough to be a replay', { ageSecs: 301 }],
    ['that isn’t JSON', { body: '\u0000' }],
  ])('an event %s', async (_, how) => {
    await fund('pm_processing');
    stripe.settle('succeeded');
    expect(await send(eventOf('payment_intent.succeeded'), how)).toBe(400);
    expect(await books()).toEqual({ ...emptyBooks, pending: 25_000, provider: -25_000 });
  });

  test('an event without a signature, and one too large', async () => {
    const post = (body: string) => server.app.request('/webhooks/stripe', { method: 'POST', body });
    expect((await post('{}')).status).toBe(400);
    expect((await post('x'.repeat(1_100_000))).status).toBe(413);
  });

  test('every event, if no secret is set', async () => {
    const card = stripeProvider({ secretKey: 'sk_test_1', url: stripe.url });
    const bare = await startTestServer({ payments: { card, paypal: null } });
    try {
      expect((await bare.app.request('/webhooks/stripe', { method: 'POST', body: '{}' })).status).toBe(404);
    } finally {
      await bare.close();
    }
  });
});

test('an event that can’t be checked asks for redelivery', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  const event = eventOf('payment_intent.succeeded');
  stripe.faults(() => 'request-lost');
  expect(await send(event)).toBe(503);
  stripe.faults();
  expect(await send(event)).toBe(200);
  expect((await books()).available).toBe(25_000);
});

test.each([
  ['of an unrelated type', () => eventOf('customer.created', { object: 'customer', id: 'cus_1' })],
  [
    'of a charge without our metadata',
    () => eventOf('payment_intent.succeeded', { object: 'payment_intent', metadata: {} }),
  ],
  [
    'of a charge of another installation',
    () =>
      eventOf('payment_intent.succeeded', {
        object: 'payment_intent',
        metadata: { brandId: 'brd_elsewhere', paymentId: 'pay_elsewhere' },
      }),
  ],
])('an event %s is accepted and ignored', async (_, event) => {
  expect(await send(event())).toBe(200);
});

test('events are deleted once redelivery is no longer possible', async () => {
  const stored = () => rowsOf<{ n: number }>(server.db, sql`select count(*)::int as n from provider_events`);
  expect((await stored())[0]?.n).toBeGreaterThan(0);
  await pruneEvents(server.db, new Date(server.clock.now().getTime() + 91 * 86_400_000));
  expect(await stored()).toEqual([{ n: 0 }]);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
