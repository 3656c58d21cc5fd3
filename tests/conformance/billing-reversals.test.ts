import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { auditLedger } from '#server/services/payments/ledger-audit.ts';
import { reconcile } from '#server/services/payments/reconcile.ts';
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

const card = () => stripeProvider({ secretKey: 'sk_test_1', webhookSecret, url: stripe.url });
beforeAll(async () => {
  stripe = await fakeStripe();
  server = await startTestServer({ payments: { card: card(), paypal: null } });
  given = world(server.db);
});
afterAll(async () => {
  await server?.close();
  await stripe?.close();
});
beforeEach(async () => {
  stripe.faults();
  brandId = await given.brand({ tikTokHandle: 'northwind' });
  token = (await server.sessionOf(brandId)).accessToken;
});

/** Adds $250 by card. @returns Stripe's id of the charge */
async function fund(): Promise<string> {
  const reference = `pm_${newKey().toLowerCase()}`;
  const paymentMethodId = await given.paymentMethod(brandId, { provider: 'stripe', reference });
  const body = { type: 'stripe', paymentMethodId, amountCents: 25_000 } as const;
  await call(server, endpoints.addFunds, { token, key: newKey(), body });
  const intent = [...stripe.intents.values()].find((each) => each.payment_method === reference);
  if (intent === undefined) throw new Error('Nothing was charged');
  return intent.id;
}
const available = async () => (await booksOf(server.db, brandId)).available;
const history = async () => (await call(server, endpoints.listPayments, { token })).data.data;
const audit = async () => (await auditLedger(server.db)).filter((finding) => finding.brandId === brandId);
const run = () => {
  const log = { error: () => {}, warn: () => {} };
  const payments = { card: card(), paypal: null };
  return reconcile({ db: server.db, payments, log, now: server.clock.now }, new Date(0));
};

const eventOf = (type: string, object: object) => ({
  ...{ id: `evt_${++count}`, object: 'event', type, created: 1, livemode: false, api_version: null },
  data: { object: { ...object } },
});
function send(event: object): Promise<Response> {
  const timestamp = Math.floor(server.clock.now().getTime() / 1000);
  const payload = JSON.stringify(event);
  const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
    ...{ payload, secret: webhookSecret, timestamp },
  });
  return Promise.resolve(
    server.app.request('/webhooks/stripe', {
      method: 'POST',
      headers: { 'Stripe-Signature': signature },
      body: payload,
    }),
  );
}

describe('a refund', () => {
  test('leaves the balance, and the history shows it', async () => {
    const refund = stripe.refund(await fund(), 10_000);
    expect((await send(eventOf('refund.created', refund))).status).toBe(200);
    expect(await available()).toBe(15_000);
    const method = { title: 'Visa', subtitle: '•••• 4242' };
    expect((await history()).sort((a, b) => a.amountCents - b.amountCents)).toMatchObject([
      { kind: 'REFUND', amountCents: -10_000, status: 'COMPLETED', method },
      { amountCents: 25_000, status: 'COMPLETED' },
    ]);
    expect(await audit()).toEqual([]);
  });

  test('is booked once, however often, late and at once it is told, and by whom', async () => {
    const intentId = await fund();
    const refund = stripe.refund(intentId, 10_000);
    const told = eventOf('refund.created', refund);
    const other = eventOf('charge.refunded', { object: 'charge', payment_intent: intentId, metadata: {} });
    await Promise.all([send(told), send(other), send(told), run(), send(eventOf('refund.updated', refund))]);
    await send(told);
    await run();
    expect(await available()).toBe(15_000);
    expect(await history()).toHaveLength(2);
  });

  test('is one of several of a charge', async () => {
    const intentId = await fund();
    const first = stripe.refund(intentId, 10_000);
    const second = stripe.refund(intentId, 15_000);
    await send(eventOf('refund.created', second));
    await send(eventOf('refund.created', first));
    expect([await available(), (await history()).length]).toEqual([0, 3]);
  });

  test('that fails comes back', async () => {
    const refund = stripe.refund(await fund(), 10_000, 'pending');
    await send(eventOf('refund.created', refund));
    expect(await available()).toBe(15_000);
    refund.status = 'failed';
    await send(eventOf('refund.failed', refund));
    expect(await available()).toBe(25_000);
    expect((await history()).map(({ amountCents }) => amountCents).sort()).toEqual([-10_000, 10_000, 25_000]);
    expect(await audit()).toEqual([]);
  });

  test('that no event told is found by reconciling', async () => {
    stripe.refund(await fund(), 10_000);
    expect(await run()).toMatchObject({ reversed: 1, differences: [] });
    expect(await available()).toBe(15_000);
    expect(await run()).toMatchObject({ reversed: 0 });
  });

  test('whose event can’t be looked into is to be told again', async () => {
    const event = eventOf('refund.created', stripe.refund(await fund(), 10_000));
    stripe.faults(({ path }) => (path.includes('refunds') ? 'request-lost' : undefined));
    expect((await send(event)).status).toBe(503);
    stripe.faults();
    expect((await send(event)).status).toBe(200);
    expect(await available()).toBe(15_000);
  });
});

describe('a dispute', () => {
  test('takes the money away, and gives it back once it is won', async () => {
    const dispute = stripe.dispute(await fund(), 25_000);
    const opened = eventOf('charge.dispute.created', { ...dispute });
    await send(opened);
    expect(await available()).toBe(0);
    dispute.status = 'won';
    await send(eventOf('charge.dispute.closed', dispute));
    expect(await available()).toBe(25_000);
    // The first event arrives again, late: the server asks Stripe for the current state.
    await send({ ...opened, id: `evt_${++count}` });
    expect(await available()).toBe(25_000);
    expect((await history()).map(({ kind, amountCents }) => `${kind} ${amountCents}`).sort()).toEqual([
      'DISPUTE -25000',
      'DISPUTE 25000',
      'undefined 25000',
    ]);
    expect(await audit()).toEqual([]);
  });

  test('that is only an inquiry takes nothing', async () => {
    const dispute = stripe.dispute(await fund(), 25_000, 'warning_needs_response');
    await send(eventOf('charge.dispute.created', dispute));
    expect([await available(), (await history()).length]).toEqual([25_000, 1]);
  });

  test('of another installation’s charge is left', async () => {
    const elsewhere = { object: 'dispute', id: 'dp_elsewhere', payment_intent: 'pi_elsewhere' };
    expect((await send(eventOf('charge.dispute.created', elsewhere))).status).toBe(200);
  });
});

describe('a balance below zero', () => {
  const create = async (campaignType: 'CPM' | 'FLAT_FEE') => {
    const tagId = await given.tag();
    const body = {
      ...{ title: 'Summer', campaignType, socialPlatforms: ['TIKTOK'], dos: ['Do'], donts: ['Don’t'] },
      ...{ tagIds: [tagId], startAtDeltaSecs: 0 },
      ...(campaignType === 'CPM' ? { cpmBudgetCents: 25_000 } : {}),
    };
    return call(server, endpoints.createCampaign, { token, key: newKey(), body: body as never });
  };

  test('stops new campaigns of every type and says why, until it is made up for', async () => {
    const intentId = await fund();
    expect((await create('CPM')).status).toBe(200);
    await send(eventOf('charge.dispute.created', stripe.dispute(intentId, 25_000)));
    expect(await available()).toBe(-25_000);
    for (const type of ['CPM', 'FLAT_FEE'] as const) {
      const { status, error } = await create(type);
      expect([status, error]).toEqual([
        402,
        {
          code: 'negative_balance',
          message:
            'Your balance is -$250.00, because payments were refunded, disputed or corrected. Add funds to bring it back to $0.00 first.',
        },
      ]);
    }
    const brand = (await call(server, endpoints.getBrand, { token })).data;
    expect(brand.availableBalanceCents).toBe(-25_000);
    expect(await audit()).toEqual([]);
    await fund();
    expect((await create('FLAT_FEE')).status).toBe(200);
  });
});

test('refunds and disputes are told by the feed of changes', async () => {
  const intentId = await fund();
  const { cursor } = (await call(server, endpoints.getChanges, { token })).data;
  await send(eventOf('refund.created', stripe.refund(intentId, 10_000)));
  const { data } = await call(server, endpoints.getChanges, { token, query: { cursor } });
  expect(data.payments).toMatchObject([{ kind: 'REFUND', amountCents: -10_000 }]);
  expect(data.brand?.availableBalanceCents).toBe(15_000);
});

test('nothing was logged as a failure', () => {
  expect(server.errors).toEqual([]);
});
