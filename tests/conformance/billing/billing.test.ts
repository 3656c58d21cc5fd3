import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { isSandboxSecret } from '#domain/money/sandbox-payments.ts';
import { rowsOf } from '#server/database/database.ts';
import { DatabaseUnavailableError } from '#server/errors/trouble.ts';
import type { CardProvider } from '#server/services/ledger/payments/provider.ts';
import { sandboxProvider, sandboxSettleMs } from '#server/services/ledger/payments/sandbox.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { checkChargesAfter, paymentsOf } from '#tests/support/money/billing.ts';
import { booksOf, emptyBooks } from '#tests/support/money/books.ts';
import { shakyProvider } from '#tests/support/money/shaky-provider.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';

const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;
const checking = "We're checking with your bank. Don't pay again.";

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
});

const books = () => booksOf(server.db, brandId);
const addMethod = (body: object, key = newKey()) =>
  call(server, endpoints.addPaymentMethod, { body: body as never, token, key });
const saveCard = (stripeToken = 'pm_sandbox_4242') => addMethod({ type: 'stripe', stripeToken });
const fund = (body: object, key = newKey(), target: Pick<TestServer, 'app'> = server) =>
  call(target, endpoints.addFunds, { body: body as never, token, key });
const fundBy = async (stripeToken: string, amountCents = 25_000, key = newKey()) => {
  const paymentMethodId = (await saveCard(stripeToken)).data.id;
  return fund({ type: 'stripe', paymentMethodId, amountCents }, key);
};
const order = async (amountCents: number) =>
  (await call(server, endpoints.createPaypalOrder, { token, body: { amountCents } })).data.id;
const history = () => paymentsOf(server, brandId);
const settleAll = () => {
  const sandbox = sandboxProvider({ db: server.db, now: server.clock.now });
  return checkChargesAfter(sandboxSettleMs + 60_000, server, { card: sandbox, paypal: sandbox });
};

describe('a card', () => {
  test('is set up with a client secret that identifies the sandbox', async () => {
    const { data } = await call(server, endpoints.generateClientSecret, { token });
    expect(isSandboxSecret(data.clientSecret)).toBe(true);
    expect(data.clientSecret).toMatch(/^seti_\w+_secret_\w+$/);
  });

  test('is stored once and keeps its id', async () => {
    const first = await saveCard();
    expect(first.data.id).toMatch(/^pmt_/);
    expect((await saveCard()).data).toEqual(first.data);
    expect((await saveCard('pm_sandbox_4444')).data).not.toEqual(first.data);
  });

  test('that is declined isn’t stored', async () => {
    const { status, error } = await saveCard('pm_sandbox_0002');
    expect([status, error]).toEqual([402, { code: 'card_declined', message: 'Your card was declined.' }]);
  });

  test('that requires confirmation is accepted once confirmed', async () => {
    expect((await saveCard('pm_sandbox_3155')).error?.code).toBe('invalid_request');
    expect((await saveCard('pm_sandbox_3155_confirmed')).status).toBe(200);
  });

  test.each(['pm_1', '4242424242424242', 'seti_1', 'pm_sandbox_'])('%s is not a sandbox card', async (stripeToken) => {
    const { status, error } = await saveCard(stripeToken);
    expect([status, error?.code]).toEqual([400, 'invalid_request']);
  });

  test('is stored once, and a repeated request gets the first response', async () => {
    const key = newKey();
    const first = await addMethod({ type: 'stripe', stripeToken: 'pm_sandbox_4242' }, key);
    const again = await addMethod({ type: 'stripe', stripeToken: 'pm_sandbox_4242' }, key);
    expect([again.data, again.headers.get('Idempotency-Replayed')]).toEqual([first.data, 'true']);
    const other = await addMethod({ type: 'stripe', stripeToken: 'pm_sandbox_4444' }, key);
    expect(other.error?.code).toBe('idempotency_key_reused');
  });

  test('of another brand doesn’t exist', async () => {
    const paymentMethodId = await given.paymentMethod(await given.brand());
    const { status, error } = await fund({ type: 'stripe', paymentMethodId, amountCents: 25_000 });
    expect([status, error?.message]).toEqual([404, 'Payment method not found.']);
    expect(await history()).toEqual([]);
  });

  test('stored with another provider doesn’t exist', async () => {
    const paymentMethodId = await given.paymentMethod(brandId, { provider: 'stripe', reference: 'pm_1' });
    expect((await fund({ type: 'stripe', paymentMethodId, amountCents: 25_000 })).status).toBe(404);
  });
});

describe('funding', () => {
  test('is available as soon as the card is charged', async () => {
    const { data } = await fundBy('pm_sandbox_4242');
    expect(data).toMatchObject({ pendingBalanceCents: 0, availableBalanceCents: 25_000 });
    const payment = { amountCents: 25_000, method: { title: 'Visa', subtitle: '•••• 4242' }, status: 'COMPLETED' };
    expect(data.payment).toMatchObject({ ...payment, statusReason: null });
    expect(await history()).toEqual([data.payment]);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
    const brand = (await call(server, endpoints.getBrand, { token })).data;
    expect([brand.availableBalanceCents, brand.pendingBalanceCents]).toEqual([25_000, 0]);
  });

  test('with a declined card adds nothing, and the history says why', async () => {
    const { status, error } = await fundBy('pm_sandbox_0341');
    expect([status, error]).toEqual([402, { code: 'card_declined', message: 'Your card was declined.' }]);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: 'Your card was declined.' }]);
    expect(await entries()).toEqual([]);
  });

  test('can be pending, then available', async () => {
    const { data } = await fundBy('pm_sandbox_0278');
    expect(data).toMatchObject({ pendingBalanceCents: 25_000, availableBalanceCents: 0 });
    expect(data.payment).toMatchObject({ status: 'PENDING', statusReason: null });
    expect(await books()).toEqual({ ...emptyBooks, pending: 25_000, provider: -25_000 });
    await settleAll();
    expect(await history()).toMatchObject([{ id: data.payment?.id, status: 'COMPLETED' }]);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
    expect(await entries()).toEqual(['funds_pending', 'funds_settled']);
  });

  test('can be pending, then fail', async () => {
    await fundBy('pm_sandbox_5126');
    await settleAll();
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: 'Your bank has returned the payment.' }]);
    expect(await books()).toEqual(emptyBooks);
    expect(await entries()).toEqual(['funds_pending', 'funds_failed']);
  });

  test('with an unknown outcome is pending, with a message, and settles by itself', async () => {
    const { status, data } = await fundBy('pm_sandbox_0119');
    expect([status, data.pendingBalanceCents]).toEqual([200, 25_000]);
    expect(data.payment).toMatchObject({ status: 'PENDING', statusReason: checking });
    await settleAll();
    expect(await history()).toMatchObject([{ status: 'COMPLETED', statusReason: null }]);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
  });

  test('isn’t changed by reading it while pending', async () => {
    await fundBy('pm_sandbox_0278');
    const before = await history();
    const sandbox = sandboxProvider({ db: server.db, now: () => new Date(server.clock.now().getTime() - 11_000) });
    expect(await checkChargesAfter(11_000, server, { card: sandbox, paypal: sandbox })).toBeGreaterThan(0);
    expect(await history()).toEqual(before);
  });

  test('appears in the change feed as balance and payment', async () => {
    const { cursor } = (await call(server, endpoints.getChanges, { token })).data;
    const { data } = await fundBy('pm_sandbox_0278');
    const seen = (await call(server, endpoints.getChanges, { token, query: { cursor } })).data;
    expect(seen.payments).toEqual([data.payment]);
    expect(seen.brand?.pendingBalanceCents).toBe(25_000);
    await settleAll();
    const later = (await call(server, endpoints.getChanges, { token, query: { cursor: seen.cursor } })).data;
    expect(later.payments).toMatchObject([{ id: data.payment?.id, status: 'COMPLETED' }]);
    expect(later.brand).toMatchObject({ availableBalanceCents: 25_000, pendingBalanceCents: 0 });
  });

  test.each([
    ['less than $100', { amountCents: 9_999 }, 'Amount must be at least $100'],
    ['more than a card accepts', { amountCents: 100_000_000 }, 'Amount must be at most $999,999.99'],
    ['half a cent', { amountCents: 10_000.5 }, 'Amount'],
    ['no amount', { amountCents: undefined }, 'Amount'],
    ['another type', { type: 'cash' }, 'Invalid payment type'],
  ])('is refused with 400: %s', async (_, change, message) => {
    const paymentMethodId = await given.paymentMethod(brandId);
    const { status, error } = await fund({ type: 'stripe', paymentMethodId, amountCents: 25_000, ...change });
    expect([status, error?.code]).toEqual([400, 'invalid_request']);
    expect(error?.message).toContain(message);
    expect(await history()).toEqual([]);
  });
});

describe('an idempotency key', () => {
  test('charges once, however often it is sent', async () => {
    const key = newKey();
    const paymentMethodId = await given.paymentMethod(brandId);
    const body = { type: 'stripe', paymentMethodId, amountCents: 25_000 };
    const first = await fund(body, key);
    const again = await fund(body, key);
    expect([again.data, again.headers.get('Idempotency-Replayed')]).toEqual([first.data, 'true']);
    expect((await fund({ ...body, amountCents: 30_000 }, key)).error?.code).toBe('idempotency_key_reused');
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
  });

  test('of a declined payment stays declined, and a new key tries again', async () => {
    const key = newKey();
    const paymentMethodId = await given.paymentMethod(brandId, { reference: 'pm_sandbox_0341' });
    const body = { type: 'stripe', paymentMethodId, amountCents: 25_000 };
    expect([(await fund(body, key)).status, (await fund(body, key)).status]).toEqual([402, 402]);
    expect(await history()).toHaveLength(1);
    await fund(body);
    expect(await history()).toHaveLength(2);
  });

  test('sent many times at once to two servers charges once', async () => {
    const key = newKey();
    const paymentMethodId = await given.paymentMethod(brandId);
    const body = { type: 'stripe', paymentMethodId, amountCents: 25_000 };
    const twin = { app: server.twin };
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => fund(body, key, n % 2 ? twin : server)));
    for (const { status, error } of answers) {
      expect([200, 'idempotency_in_progress']).toContain(status === 200 ? 200 : error?.code);
    }
    expect((await fund(body, key)).status).toBe(200);
    expect(await history()).toHaveLength(1);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
  });

  test('is remembered longer than its response', async () => {
    const key = newKey();
    const paymentMethodId = await given.paymentMethod(brandId);
    const body = { type: 'stripe', paymentMethodId, amountCents: 25_000 };
    await fund(body, key);
    await server.db.execute(sql`delete from idempotency_keys where key = ${key}`);
    expect((await fund(body, key)).status).toBe(200);
    expect((await fund({ ...body, amountCents: 30_000 }, key)).error?.code).toBe('idempotency_key_reused');
    expect(await books()).toMatchObject({ available: 25_000 });
  });
});

test('a database lost after the charge doesn’t hide the outcome: a retry with the same key gets it', async () => {
  const { provider, taken } = shakyProvider(() => undefined);
  let takes = 0;
  const card: CardProvider = {
    ...provider,
    take: async (...asked) => {
      const outcome = await provider.take(...asked);
      takes += 1;
      if (takes === 1) throw new DatabaseUnavailableError('The connection was lost.');
      return outcome;
    },
  };
  const losing = await startTestServer({ payments: { card, paypal: null } });
  try {
    const id = await world(losing.db).brand();
    const session = { token: (await losing.sessionOf(id)).accessToken };
    const method = { type: 'stripe', stripeToken: 'pm_1' } as const;
    const { data } = await call(losing, endpoints.addPaymentMethod, { ...session, body: method, key: newKey() });
    const body = { type: 'stripe', paymentMethodId: data.id, amountCents: 25_000 } as const;
    const asked = { ...session, body, key: newKey() };
    const first = await call(losing, endpoints.addFunds, asked);
    expect([first.status, first.error?.code]).toEqual([409, 'idempotency_in_progress']);
    expect(first.headers.get('Retry-After')).toBe('1');
    expect((await call(losing, endpoints.addFunds, asked)).data).toMatchObject({ availableBalanceCents: 25_000 });
    expect(taken(id)).toBe(25_000);
  } finally {
    await losing.close();
  }
});

describe('a payment by PayPal', () => {
  test('captures an order once, whoever sends it', async () => {
    const body = { type: 'paypal', paypalOrderId: await order(50_000) };
    const { data } = await fund(body);
    expect(data).toMatchObject({ availableBalanceCents: 50_000, payment: { method: { title: 'PayPal' } } });
    expect((await fund(body)).error?.message).toBe('This order was used for another payment.');
    ({ token } = await loggedIn());
    expect((await fund(body)).error?.message).toBe('This order wasn’t created for your account. You weren’t charged.');
    expect(await books()).toEqual({ ...emptyBooks, available: 50_000, provider: -50_000 });
  });

  test('can be stored', async () => {
    const { data } = await addMethod({ type: 'paypal', paypalId: 'PAYER1' });
    expect(data.id).toMatch(/^pmt_/);
    expect((await fund({ type: 'stripe', paymentMethodId: data.id, amountCents: 25_000 })).status).toBe(404);
  });
});

test('a server without payment methods reports that', async () => {
  const bare = await startTestServer({ payments: { card: null, paypal: null } });
  try {
    const id = await world(bare.db).brand();
    const session = { token: (await bare.sessionOf(id)).accessToken, key: newKey() };
    const codes = [
      await call(bare, endpoints.generateClientSecret, session),
      await call(bare, endpoints.addPaymentMethod, { ...session, body: { type: 'stripe', stripeToken: 'pm_1' } }),
      await call(bare, endpoints.createPaypalOrder, { ...session, body: { amountCents: 10_000 } }),
      await call(bare, endpoints.addFunds, { ...session, body: { type: 'paypal', paypalOrderId: 'x' } }),
    ].map(({ status, error }) => `${status} ${error?.code}`);
    expect(codes).toEqual(Array(4).fill('501 not_supported'));
  } finally {
    await bare.close();
  }
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});

async function entries(): Promise<string[]> {
  const rows = await rowsOf<{ kind: string }>(
    server.db,
    sql`select kind from ledger_entries where brand_id = ${brandId} order by created_at, kind desc`,
  );
  return rows.map(({ kind }) => kind);
}
