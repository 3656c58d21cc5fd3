import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { reconcileText } from '#server/services/ledger/payments/format.ts';
import { fundByStripe, reconcileAll, stripeServer } from '#tests/support/money/billing.ts';
import { booksOf, emptyBooks } from '#tests/support/money/books.ts';

const { stripe, server, given, payments } = await stripeServer();
let brandId: string;

beforeEach(async () => {
  stripe.faults();
  stripe.intents.clear();
  // One test's changes to the ledger would be reported in all later tests.
  await server.db.execute(sql`truncate brands cascade`);
  brandId = await given.brand();
});

const fund = async (reference = 'pm_1') => (await fundByStripe(server, brandId, reference)).data.payment?.id ?? null;
const run = () => reconcileAll(server, payments);
const newest = () => [...stripe.intents.values()].at(-1) ?? {};

test('matching ledgers report nothing, however often', async () => {
  await fund();
  await fund('pm_declined');
  await fund('pm_processing');
  const report = await run();
  expect(report).toMatchObject({ checked: 3, settled: 0, pending: 1, differences: [] });
  expect(await run()).toEqual(report);
  expect(reconcileText(report)).toBe('3 charges since 1970-01-01, 0 settled now, 1 still pending, 0 differences.');
});

test('unknown outcomes are settled once, even by concurrent runs', async () => {
  await fund('pm_processing');
  stripe.settle('succeeded');
  const reports = await Promise.all([run(), run(), run()]);
  expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
  expect(await booksOf(server.db, brandId)).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
  expect(await run()).toMatchObject({ settled: 0, pending: 0 });
});

test('reconciling reports money that Stripe charged but the ledger lacks', async () => {
  await fund();
  const paymentId = 'pay_unknown';
  stripe.intents.set('pi_unknown', {
    ...{ ...newest(), id: 'pi_unknown', amount_received: 40_000 },
    metadata: { brandId, paymentId },
  } as never);
  const { differences } = await run();
  expect(differences).toEqual([
    {
      ...{ kind: 'not-booked', brandId, paymentId, reference: 'pi_unknown' },
      message: 'stripe charged 40000 cents that aren’t in the ledger.',
    },
  ]);
});

test('reconciling reports money that the ledger has but Stripe lacks', async () => {
  const paymentId = await fund();
  Object.assign(newest(), { status: 'canceled', amount_received: 0 });
  const { differences } = await run();
  expect(differences).toMatchObject([{ kind: 'not-taken', paymentId }]);
  // The difference is only reported; people decide about it.
  expect((await booksOf(server.db, brandId)).available).toBe(25_000);
});

test('an amount other than the requested one is never booked', async () => {
  const paymentId = await fund('pm_processing');
  Object.assign(newest(), { status: 'succeeded', amount_received: 24_000 });
  const { differences, pending } = await run();
  expect(differences).toMatchObject([
    { kind: 'amount', paymentId },
    { kind: 'not-booked', paymentId },
  ]);
  expect(pending).toBe(1);
  expect((await booksOf(server.db, brandId)).available).toBe(0);
});

test('reconciling reports a provider that doesn’t respond or isn’t configured', async () => {
  const paymentId = await fund('pm_processing');
  stripe.faults(() => 'request-lost');
  const { differences } = await run();
  expect(differences.map(({ message }) => message)).toEqual([
    'stripe didn’t report its outcome.',
    'stripe didn’t list its charges.',
    'stripe didn’t list its refunds and disputes.',
  ]);
  const without = await reconcileAll(server, { card: null, paypal: null });
  expect(without.differences).toMatchObject([
    { kind: 'unanswered', paymentId, message: 'stripe isn’t set up on this server.' },
  ]);
});

test.each([
  [
    'an entry that doesn’t sum to zero',
    sql`update ledger_lines set amount_cents = amount_cents + 1 where account = 'available'`,
  ],
  ['a missing entry', sql`delete from ledger_entries`],
  ['a payment with a different status', sql`update payments set status = 'FAILED'`],
  ['an account with a negative balance', sql`update ledger_lines set amount_cents = -amount_cents`],
])('reconciling reports %s', async (_, damage) => {
  await fund();
  await server.db.execute(damage);
  const { differences } = await run();
  expect(differences.length).toBeGreaterThan(0);
  for (const difference of differences) expect(difference).toMatchObject({ kind: 'books', brandId });
  expect(reconcileText(await run())).toMatch(/differences?\.\n {2}books {2}\S/);
});
