import { inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { approvePending } from '#server/demo/approvals.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { type Creation, decideCampaign, newCampaign } from '#tests/support/calls/campaigns.ts';
import { fundByStripe, paymentsOf, reconcileAll, stripeServer } from '#tests/support/money/billing.ts';
import { auditOf, booksOf } from '#tests/support/money/books.ts';
import { sendStripeEvent, stripeEvent } from '#tests/support/money/stripe.ts';

const { stripe, server, given, loggedIn, payments } = await stripeServer();
let brandId: string;
let token: string;

beforeEach(async () => {
  stripe.faults();
  ({ brandId, token } = await loggedIn({ tikTokHandle: 'northwind' }));
});

/** Adds $250 by card. @returns Stripe's charge id */
async function fund(): Promise<string> {
  const reference = `pm_${newKey().toLowerCase()}`;
  await fundByStripe(server, brandId, reference);
  const intent = [...stripe.intents.values()].find((each) => each.payment_method === reference);
  if (intent === undefined) throw new Error('Nothing was charged');
  return intent.id;
}
const available = async () => (await booksOf(server.db, brandId)).available;
const history = () => paymentsOf(server, brandId);
const audit = () => auditOf(server.db, brandId);
const run = () => reconcileAll(server, payments);
const send = (event: object) => sendStripeEvent(server, event);

describe('a refund', () => {
  test('reduces the balance and appears in the history', async () => {
    const refund = stripe.refund(await fund(), 10_000);
    expect(await send(stripeEvent('refund.created', refund))).toBe(200);
    expect(await available()).toBe(15_000);
    const method = { title: 'Visa', subtitle: '•••• 4242' };
    expect((await history()).sort((a, b) => a.amountCents - b.amountCents)).toMatchObject([
      { kind: 'REFUND', amountCents: -10_000, status: 'COMPLETED', method },
      { amountCents: 25_000, status: 'COMPLETED' },
    ]);
    expect(await audit()).toEqual([]);
  });

  test('is booked once, whether reported repeatedly, late, concurrently, or by another source', async () => {
    const intentId = await fund();
    const refund = stripe.refund(intentId, 10_000);
    const created = stripeEvent('refund.created', refund);
    const other = stripeEvent('charge.refunded', { object: 'charge', payment_intent: intentId, metadata: {} });
    await Promise.all([send(created), send(other), send(created), run(), send(stripeEvent('refund.updated', refund))]);
    await send(created);
    await run();
    expect(await available()).toBe(15_000);
    expect(await history()).toHaveLength(2);
  });

  test('can be one of several for a charge', async () => {
    const intentId = await fund();
    const first = stripe.refund(intentId, 10_000);
    const second = stripe.refund(intentId, 15_000);
    await send(stripeEvent('refund.created', second));
    await send(stripeEvent('refund.created', first));
    expect([await available(), (await history()).length]).toEqual([0, 3]);
  });

  test('that fails is reversed', async () => {
    const refund = stripe.refund(await fund(), 10_000, 'pending');
    await send(stripeEvent('refund.created', refund));
    expect(await available()).toBe(15_000);
    refund.status = 'failed';
    await send(stripeEvent('refund.failed', refund));
    expect(await available()).toBe(25_000);
    expect((await history()).map(({ amountCents }) => amountCents).sort()).toEqual([-10_000, 10_000, 25_000]);
    expect(await audit()).toEqual([]);
  });

  test('without an event is found by reconciliation', async () => {
    stripe.refund(await fund(), 10_000);
    expect(await run()).toMatchObject({ reversed: 1, differences: [] });
    expect(await available()).toBe(15_000);
    expect(await run()).toMatchObject({ reversed: 0 });
  });

  test('whose event can’t be checked asks for redelivery', async () => {
    const event = stripeEvent('refund.created', stripe.refund(await fund(), 10_000));
    stripe.faults(({ path }) => (path.includes('refunds') ? 'request-lost' : undefined));
    expect(await send(event)).toBe(503);
    stripe.faults();
    expect(await send(event)).toBe(200);
    expect(await available()).toBe(15_000);
  });
});

describe('a dispute', () => {
  test('deducts the money and returns it once won', async () => {
    const dispute = stripe.dispute(await fund(), 25_000);
    const opened = stripeEvent('charge.dispute.created', { ...dispute });
    await send(opened);
    expect(await available()).toBe(0);
    dispute.status = 'won';
    await send(stripeEvent('charge.dispute.closed', dispute));
    expect(await available()).toBe(25_000);
    // The first event arrives again, late; the server queries Stripe's current state.
    await send({ ...opened, id: `${opened.id}_again` });
    expect(await available()).toBe(25_000);
    expect((await history()).map(({ kind, amountCents }) => `${kind} ${amountCents}`).sort()).toEqual([
      'DISPUTE -25000',
      'DISPUTE 25000',
      'undefined 25000',
    ]);
    expect(await audit()).toEqual([]);
  });

  test('that is only an inquiry deducts nothing', async () => {
    const dispute = stripe.dispute(await fund(), 25_000, 'warning_needs_response');
    await send(stripeEvent('charge.dispute.created', dispute));
    expect([await available(), (await history()).length]).toEqual([25_000, 1]);
  });

  test('of another installation’s charge is ignored', async () => {
    const elsewhere = { object: 'dispute', id: 'dp_elsewhere', payment_intent: 'pi_elsewhere' };
    expect(await send(stripeEvent('charge.dispute.created', elsewhere))).toBe(200);
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

  test('blocks new campaigns of every type with the reason, until it is covered', async () => {
    const intentId = await fund();
    expect((await create('CPM')).status).toBe(200);
    await send(stripeEvent('charge.dispute.created', stripe.dispute(intentId, 25_000)));
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

describe('a campaign of a brand whose balance has fallen below zero', () => {
  const decide = (campaignId: string, decision: 'APPROVED' | 'REJECTED') =>
    decideCampaign(server, campaignId, decision);
  const submit = async (change: Partial<Creation> = {}) => {
    const body = newCampaign({ tagIds: [await given.tag()], cpmBudgetCents: 25_000, ...change });
    return (await call(server, endpoints.createCampaign, { token, key: newKey(), body })).data.id;
  };

  test('isn’t approved, with the reason for the team, until the balance is covered; it can be rejected', async () => {
    const intentId = await fund();
    const [paid, fee] = [await submit(), await submit({ campaignType: 'FLAT_FEE', cpmBudgetCents: null })];
    const other = await submit({ campaignType: 'DROP', cpmBudgetCents: null });
    await send(stripeEvent('charge.dispute.created', stripe.dispute(intentId, 25_000)));
    for (const id of [paid, fee]) {
      await expect(decide(id, 'APPROVED')).rejects.toThrow(
        `Campaign ${id} can’t be approved: the brand’s balance is -$250.00, because payments were refunded, disputed or corrected. Approve it once the balance is $0.00 or more.`,
      );
    }
    const { data } = await call(server, endpoints.getCampaign, { token, params: { campaignId: paid } });
    expect(data.approvalStatus).toBe('PENDING');
    await decide(other, 'REJECTED');
    await fund();
    await decide(paid, 'APPROVED');
    expect(await audit()).toEqual([]);
  });

  test('doesn’t block the demo’s approvals of other campaigns', async () => {
    const intentId = await fund();
    const first = await submit();
    await send(stripeEvent('charge.dispute.created', stripe.dispute(intentId, 25_000)));
    token = (await loggedIn({ tikTokHandle: 'northwind' })).token;
    const second = await submit({ campaignType: 'DROP', cpmBudgetCents: null });
    server.clock.advance(60_000);
    await approvePending({ db: server.db, now: server.clock.now });
    const statuses = await server.db
      .select()
      .from(campaigns)
      .where(inArray(campaigns.id, [first, second]));
    expect(new Map(statuses.map(({ id, approvalStatus }) => [id, approvalStatus]))).toEqual(
      new Map([
        [first, 'PENDING'],
        [second, 'APPROVED'],
      ]),
    );
  });
});

test('refunds and disputes appear in the change feed', async () => {
  const intentId = await fund();
  const { cursor } = (await call(server, endpoints.getChanges, { token })).data;
  await send(stripeEvent('refund.created', stripe.refund(intentId, 10_000)));
  const { data } = await call(server, endpoints.getChanges, { token, query: { cursor } });
  expect(data.payments).toMatchObject([{ kind: 'REFUND', amountCents: -10_000 }]);
  expect(data.brand?.availableBalanceCents).toBe(15_000);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
