import { sql } from 'drizzle-orm';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { rowsOf } from '#server/database/database.ts';
import { pruneEvents } from '#server/services/payments/events.ts';
import { stripeProvider } from '#server/services/payments/stripe.ts';
import { booksOf } from '#tests/support/books.ts';
import { call, newKey } from '#tests/support/call.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { type FakeStripe, fakeStripe } from '#tests/support/stripe.ts';
import { type World, world } from '#tests/support/world.ts';

const webhookSecret = 'whsec_of_the_tests';
let stripe: FakeStripe;
let server: TestServer;
let given: World;
let brandId: string;
let token: string;
let count = 0;
const nothing = { available: 0, pending: 0, held: 0, campaigns: 0, provider: 0, adjustments: 0 };

beforeAll(async () => {
  stripe = await fakeStripe();
  const card = stripeProvider({ secretKey: 'sk_test_1', webhookSecret, url: stripe.url });
  server = await startTestServer({ payments: { card, paypal: null } });
  given = world(server.db);
});
afterAll(async () => {
  await server?.close();
  await stripe?.close();
});
beforeEach(async () => {
  stripe.faults();
  stripe.intents.clear();
  brandId = await given.brand();
  token = (await server.sessionOf(brandId)).accessToken;
});

const fund = async (reference: string) => {
  const paymentMethodId = await given.paymentMethod(brandId, { provider: 'stripe', reference });
  const body = { type: 'stripe', paymentMethodId, amountCents: 25_000 } as const;
  return call(server, endpoints.addFunds, { token, key: newKey(), body });
};
const books = () => booksOf(server.db, brandId);
const history = async () => (await call(server, endpoints.listPayments, { token })).data.data;
const intent = () => [...stripe.intents.values()].at(-1);

/** An event about the newest intent, or about another object. */
const eventOf = (type: string, object: object = { ...intent() }) => ({
  ...{ id: `evt_${++count}`, object: 'event', type, created: 1, livemode: false, api_version: null },
  data: { object },
});
const send = (event: object, { secret = webhookSecret, ageSecs = 0, body = JSON.stringify(event) } = {}) => {
  const timestamp = Math.floor(server.clock.now().getTime() / 1000) - ageSecs;
  const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
    payload: JSON.stringify(event),
    ...{ secret, timestamp },
  });
  return server.app.request('/webhooks/stripe', { method: 'POST', headers: { 'Stripe-Signature': signature }, body });
};
const statusOf = async (sent: Response | Promise<Response>) => (await sent).status;

test('an event settles what was pending', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  expect(await statusOf(send(eventOf('payment_intent.succeeded')))).toBe(200);
  expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
  expect(await books()).toEqual({ ...nothing, available: 25_000, provider: -25_000 });
});

test('an event that comes before the answer does, or instead of it, settles it too', async () => {
  stripe.faults(({ path }) => (path.endsWith('/confirm') ? 'answer-lost' : undefined));
  const { data } = await fund('pm_1');
  expect(data.payment?.status).toBe('PENDING');
  stripe.faults();
  await send(eventOf('payment_intent.succeeded'));
  expect(await books()).toEqual({ ...nothing, available: 25_000, provider: -25_000 });
});

test('an event that comes again changes nothing, and Stripe is not asked again', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  const event = eventOf('payment_intent.succeeded');
  await send(event);
  const before = stripe.requests.length;
  expect(await statusOf(send(event))).toBe(200);
  expect(stripe.requests.length).toBe(before);
  expect(await books()).toMatchObject({ available: 25_000 });
});

test('the same event many times at once settles once', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  const event = eventOf('payment_intent.succeeded');
  await Promise.all([1, 2, 3, 4, 5].map(() => send(event)));
  expect(await books()).toEqual({ ...nothing, available: 25_000, provider: -25_000 });
});

test('events out of order end where Stripe is', async () => {
  await fund('pm_processing');
  const older = eventOf('payment_intent.processing');
  stripe.settle('succeeded');
  await send(eventOf('payment_intent.succeeded'));
  await send(older);
  expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
  expect(await books()).toEqual({ ...nothing, available: 25_000, provider: -25_000 });
});

test('money that was taken after all is booked, whatever was told before', async () => {
  await fund('pm_declined');
  expect(await books()).toEqual(nothing);
  Object.assign(intent() ?? {}, { status: 'succeeded', amount_received: 25_000 });
  await send(eventOf('payment_intent.succeeded'));
  expect(await history()).toMatchObject([{ status: 'COMPLETED', statusReason: null }]);
  expect(await books()).toEqual({ ...nothing, available: 25_000, provider: -25_000 });
});

test('an event is taken as a sign, never at its word', async () => {
  await fund('pm_processing');
  const lie = eventOf('payment_intent.succeeded', { ...intent(), status: 'succeeded', amount_received: 9_999_999 });
  expect(await statusOf(send(lie))).toBe(200);
  expect(await books()).toEqual({ ...nothing, pending: 25_000, provider: -25_000 });
});

describe('refused', () => {
  test.each([
    ['signed by somebody else', { secret: 'whsec_of_somebody_else' }],
    ['that is not what was signed', { body: '{"id":"evt_forged"}' }],
    ['that is old enough to be somebody else’s copy', { ageSecs: 301 }],
    ['that is no JSON', { body: '\u0000' }],
  ])('an event %s', async (_, how) => {
    await fund('pm_processing');
    stripe.settle('succeeded');
    expect(await statusOf(send(eventOf('payment_intent.succeeded'), how))).toBe(400);
    expect(await books()).toEqual({ ...nothing, pending: 25_000, provider: -25_000 });
  });

  test('an event without a signature, and one too large', async () => {
    const post = (body: string) => server.app.request('/webhooks/stripe', { method: 'POST', body });
    expect((await post('{}')).status).toBe(400);
    expect((await post('x'.repeat(1_100_000))).status).toBe(413);
  });

  test('everything, where no secret is set', async () => {
    const card = stripeProvider({ secretKey: 'sk_test_1', url: stripe.url });
    const bare = await startTestServer({ payments: { card, paypal: null } });
    try {
      expect((await bare.app.request('/webhooks/stripe', { method: 'POST', body: '{}' })).status).toBe(404);
    } finally {
      await bare.close();
    }
  });
});

test('an event that can’t be looked into is to be sent again', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  const event = eventOf('payment_intent.succeeded');
  stripe.faults(() => 'request-lost');
  expect(await statusOf(send(event))).toBe(503);
  stripe.faults();
  expect(await statusOf(send(event))).toBe(200);
  expect((await books()).available).toBe(25_000);
});

test.each([
  ['of something else', () => eventOf('customer.created', { object: 'customer', id: 'cus_1' })],
  [
    'of a charge that is none of ours',
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
])('an event %s is taken and left', async (_, event) => {
  expect(await statusOf(send(event()))).toBe(200);
});

test('events are forgotten once nobody sends them again', async () => {
  const stored = () => rowsOf<{ n: number }>(server.db, sql`select count(*)::int as n from provider_events`);
  expect((await stored())[0]?.n).toBeGreaterThan(0);
  await pruneEvents(server.db, new Date(server.clock.now().getTime() + 91 * 86_400_000));
  expect(await stored()).toEqual([{ n: 0 }]);
});

test('nothing was logged as a failure', () => {
  expect(server.errors).toEqual([]);
});
