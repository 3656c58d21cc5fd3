import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import { customerOf, readStoredCard } from '#server/services/ledger/payments/methods.ts';
import { stripeProvider } from '#server/services/ledger/payments/stripe/stripe.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { checkChargesAfter, paymentsOf, reconcileAll, stripeServer } from '#tests/support/money/billing.ts';
import { booksOf, emptyBooks } from '#tests/support/money/books.ts';
import type { LocalRequest } from '#tests/support/servers/local-server.ts';

const { stripe, server, given, loggedIn, payments } = await stripeServer();
let brandId: string;
let token: string;
const checking = "We're checking with your bank. Don't pay again.";

beforeEach(async () => {
  stripe.faults();
  stripe.requests.length = 0;
  stripe.intents.clear();
  ({ brandId, token } = await loggedIn());
});

const save = (stripeToken: string) =>
  call(server, endpoints.addPaymentMethod, { token, key: newKey(), body: { type: 'stripe', stripeToken } });
const stored = (reference: string) => given.paymentMethod(brandId, { provider: 'stripe', reference });
const fund = (paymentMethodId: string, key = newKey()) =>
  call(server, endpoints.addFunds, { token, key, body: { type: 'stripe', paymentMethodId, amountCents: 25_000 } });
const history = () => paymentsOf(server, brandId);
const books = () => booksOf(server.db, brandId);
const check = (afterMs: number) => checkChargesAfter(afterMs, server, payments);
const isStep =
  (step: 'confirm' | 'create') =>
  ({ method, path }: LocalRequest) =>
    method === 'POST' && (step === 'create' ? path === '/v1/payment_intents' : path.endsWith('/confirm'));

describe('a card', () => {
  test('is set up for one customer, created once', async () => {
    const secrets = [
      (await call(server, endpoints.generateClientSecret, { token })).data.clientSecret,
      (await call(server, endpoints.generateClientSecret, { token })).data.clientSecret,
    ];
    expect(new Set(secrets).size).toBe(2);
    const bodies = stripe.requests.map(({ path, body }) => [path, new URLSearchParams(body)] as const);
    expect(bodies.map(([path]) => path)).toEqual(['/v1/customers', '/v1/setup_intents', '/v1/setup_intents']);
    expect(bodies[0]?.[1].get('metadata[brandId]')).toBe(brandId);
    expect(bodies[1]?.[1].get('usage')).toBe('on_session');
    expect(bodies[1]?.[1].get('customer')).toBe(bodies[2]?.[1].get('customer'));
  });

  test('is stored as its brand and last digits; its number never reaches the server', async () => {
    const { data, status } = await save('pm_1');
    expect([status, data.id]).toEqual([200, expect.stringMatching(/^pmt_/)]);
    const { data: funded } = await fund(data.id);
    expect(funded.payment?.method).toEqual({ title: 'American Express', subtitle: '•••• 0005' });
  });

  test.each([
    ['that doesn’t exist', 'pm_gone', '400 invalid_request'],
    ['with another kind of ID', 'tok_1', '400 invalid_request'],
    ['whose ID is the path of another call', 'pm_1/detach', '400 invalid_request'],
    ['that has expired', 'pm_unattachable', '402 card_declined'],
  ])('%s is refused', async (_, stripeToken, expected) => {
    const { status, error } = await save(stripeToken);
    expect(`${status} ${error?.code}`).toBe(expected);
  });

  test('of another customer is refused', async () => {
    stripe.own('pm_of_another', 'cus_of_another');
    expect((await save('pm_of_another')).error?.code).toBe('invalid_request');
  });

  test('gets a 503 if Stripe is unreachable, and isn’t stored', async () => {
    stripe.faults(() => 'request-lost');
    const { status, error, headers } = await save('pm_later');
    expect([status, error?.code, headers.get('Retry-After')]).toEqual([503, 'payments_unavailable', '5']);
    stripe.faults();
    expect((await save('pm_later')).status).toBe(200);
  });
});

describe('funding', () => {
  test('charges once, with keys derived from the action’s key', async () => {
    const key = newKey();
    const id = await stored('pm_1');
    const { data } = await fund(id, key);
    expect(data).toMatchObject({ availableBalanceCents: 25_000, pendingBalanceCents: 0 });
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
    const posts = stripe.requests.filter(({ path }) => path.startsWith('/v1/payment_intents'));
    const prefix = `afield-${brandId}-${key}`;
    expect(posts.map(({ headers }) => headers['idempotency-key'])).toEqual([`${prefix}-prepare`, `${prefix}-take`]);
    expect([...stripe.intents.values()]).toMatchObject([
      { amount: 25_000, payment_method: 'pm_1', metadata: { brandId, paymentId: data.payment?.id } },
    ]);
    await fund(id, key);
    expect([stripe.intents.size, stripe.taken()]).toEqual([1, 25_000]);
  });

  test('with a declined card fails with the bank’s message, and its intent can’t be paid anymore', async () => {
    const { status, error } = await fund(await stored('pm_declined'));
    expect([status, error?.code, error?.message]).toEqual([402, 'card_declined', 'Your card was declined.']);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: error?.message }]);
    expect([...stripe.intents.values()].map((intent) => intent.status)).toEqual(['canceled']);
    expect(await books()).toEqual(emptyBooks);
  });

  test('that the bank is processing is pending, then available', async () => {
    const { data } = await fund(await stored('pm_processing'));
    expect([data.pendingBalanceCents, data.payment?.statusReason]).toEqual([25_000, null]);
    await check(60_000);
    expect((await books()).pending).toBe(25_000);
    stripe.settle('succeeded');
    await check(3_600_000);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
  });

  test('that the bank finally refuses fails, with its message', async () => {
    await fund(await stored('pm_processing'));
    stripe.settle('requires_payment_method');
    await check(3_600_000);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: 'The bank returned the payment.' }]);
    expect(await books()).toEqual(emptyBooks);
  });
});

describe('a bank that requires confirmation for each payment', () => {
  const asked = async () => {
    const key = newKey();
    const id = await stored('pm_authentication');
    const { status, error, data } = await fund(id, key);
    expect([status, error?.code, error?.message]).toEqual([
      402,
      'confirmation_required',
      'Your bank asks you to confirm this payment.',
    ]);
    expect(data).toMatchObject({ clientSecret: [...stripe.intents.values()].at(-1)?.client_secret });
    return () => fund(id, key);
  };

  test('is confirmed by the payer, and the same request then charges once', async () => {
    const again = await asked();
    expect(await books()).toEqual(emptyBooks);
    expect((await again()).error?.code).toBe('confirmation_required');
    stripe.authenticate(true);
    expect((await again()).data).toMatchObject({ availableBalanceCents: 25_000, pendingBalanceCents: 0 });
    expect((await again()).status).toBe(200);
    expect([stripe.intents.size, stripe.taken()]).toEqual([1, 25_000]);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
  });

  test('charges nothing without the confirmation', async () => {
    const again = await asked();
    stripe.authenticate(false);
    const { status, error } = await again();
    const words = 'We are unable to authenticate your payment method.';
    expect([status, error?.code, error?.message]).toEqual([402, 'card_declined', words]);
    expect([...stripe.intents.values()].map((intent) => intent.status)).toEqual(['canceled']);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: words }]);
  });

  test('books a confirmed payment even if the payer’s page is closed', async () => {
    await asked();
    await check(60_000);
    stripe.authenticate(true);
    await check(120_000);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
  });

  test('fails the payment after a quarter of an hour without confirmation, and no earlier', async () => {
    await asked();
    await check(14 * 60_000);
    expect([...stripe.intents.values()].map((intent) => intent.status)).toEqual(['requires_action']);
    await check(3_600_000);
    expect([...stripe.intents.values()].map((intent) => intent.status)).toEqual(['canceled']);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: 'The payment was canceled.' }]);
    expect(await books()).toEqual(emptyBooks);
  });
});

describe('a customer, a card and a charge of Stripe’s test mode', () => {
  test('are rejected in live mode', async () => {
    const card = (secretKey: string) => stripeProvider({ secretKey, url: stripe.url });
    await call(server, endpoints.generateClientSecret, { token });
    const scope = brandScope(server.db, brandId);
    const test = await customerOf(scope, card('sk_test_1'));
    const live = await customerOf(scope, card('rk_live_1'));
    expect([await customerOf(scope, card('sk_test_1')), await customerOf(scope, card('sk_live_2'))]).toEqual([
      test,
      live,
    ]);
    expect(live).not.toBe(test);
    const id = (await save('pm_of_the_test_mode')).data.id;
    expect((await readStoredCard(scope, card('sk_test_1'), id)).reference).toBe('pm_of_the_test_mode');
    await expect(readStoredCard(scope, card('sk_live_1'), id)).rejects.toThrow('Payment method not found.');
    await fund(await stored('pm_processing'));
    const ofLiveMode = { card: card('sk_live_1'), paypal: null };
    const before = stripe.requests.length;
    await checkChargesAfter(3_600_000, server, ofLiveMode);
    expect(stripe.requests.length).toBe(before);
    const { differences } = await reconcileAll(server, ofLiveMode);
    expect(differences).toContainEqual(
      expect.objectContaining({
        brandId,
        message: "It was made in stripe's test mode, but this server uses live mode.",
      }),
    );
  });
});

describe('declined cards', () => {
  test('are limited per brand, without affecting other brands or successful payments', async () => {
    for (let n = 0; n < 20; n += 1) expect((await save(`pm_good_${n}`)).status).toBe(200);
    const declined = await stored('pm_declined');
    for (let n = 0; n < 6; n += 1) expect((await fund(declined)).status).toBe(402);
    for (let n = 0; n < 4; n += 1) expect((await save('pm_unattachable')).status).toBe(402);
    const asked = stripe.requests.length;
    for (const refused of [
      await fund(declined),
      await save('pm_unattachable'),
      await call(server, endpoints.generateClientSecret, { token }),
    ]) {
      expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests']);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(stripe.requests.length).toBe(asked);
    server.clock.advance(15 * 60_000);
    token = (await server.sessionOf(brandId)).accessToken;
    expect((await save('pm_good')).status).toBe(200);
    ({ brandId, token } = await loggedIn());
    expect((await save('pm_unattachable')).status).toBe(402);
  });

  test('are counted once, even if their outcome is checked again', async () => {
    const declined = await stored('pm_declined');
    const key = newKey();
    for (let n = 0; n < 15; n += 1) expect((await fund(declined, key)).status).toBe(402);
    expect((await save('pm_good_of_another')).status).toBe(200);
  });

  test('don’t block a payment that started earlier; its own decline counts', async () => {
    const [good, declined] = [await stored('pm_good'), await stored('pm_declined')];
    const keys = [newKey(), newKey()] as const;
    stripe.faults((request) => (isStep('create')(request) ? 'request-lost' : undefined));
    expect((await fund(good, keys[0])).status).toBe(503);
    expect((await fund(declined, keys[1])).status).toBe(503);
    stripe.faults();
    for (let n = 0; n < 9; n += 1) expect((await fund(declined)).status).toBe(402);
    expect((await fund(declined, keys[1])).status).toBe(402);
    expect((await fund(declined)).status).toBe(429);
    // A client awaits the response to this key, which must not be about another payment.
    expect((await fund(good, keys[0])).status).toBe(200);
  });

  test('can’t be attempted through ever more card forms', async () => {
    for (let n = 0; n < 30; n += 1) {
      expect((await call(server, endpoints.generateClientSecret, { token })).status).toBe(200);
    }
    expect((await call(server, endpoints.generateClientSecret, { token })).status).toBe(429);
  });
});

describe('a failing network', () => {
  test('before Stripe receives the charge causes a 503, and a retry with the same key continues', async () => {
    stripe.faults((request) => (isStep('create')(request) ? 'request-lost' : undefined));
    const key = newKey();
    const id = await stored('pm_1');
    const { status, error } = await fund(id, key);
    expect([status, error?.code]).toEqual([503, 'payments_unavailable']);
    expect([await books(), stripe.taken()]).toEqual([emptyBooks, 0]);
    stripe.faults();
    expect((await fund(id, key)).status).toBe(200);
    expect([stripe.intents.size, stripe.taken(), await history()]).toMatchObject([
      1,
      25_000,
      [{ status: 'COMPLETED' }],
    ]);
  });

  test('that loses the first response causes no second charge', async () => {
    stripe.faults((request) => (isStep('create')(request) ? 'answer-lost' : undefined));
    const key = newKey();
    const id = await stored('pm_1');
    await fund(id, key);
    stripe.faults();
    await fund(id, key);
    expect([stripe.intents.size, stripe.taken()]).toEqual([1, 25_000]);
  });

  test('that loses the response leaves the charge pending, with a warning not to pay again, until it settles', async () => {
    stripe.faults((request) => (isStep('confirm')(request) ? 'answer-lost' : undefined));
    const { status, data } = await fund(await stored('pm_1'));
    expect([status, data.pendingBalanceCents]).toEqual([200, 25_000]);
    expect(data.payment).toMatchObject({ status: 'PENDING', statusReason: checking });
    stripe.faults();
    await check(60_000);
    expect(await history()).toMatchObject([{ status: 'COMPLETED', statusReason: null }]);
    expect(await books()).toEqual({ ...emptyBooks, available: 25_000, provider: -25_000 });
    expect(stripe.taken()).toBe(25_000);
  });

  test('that loses the charge itself leaves it pending at first, then canceled for good', async () => {
    stripe.faults((request) => (isStep('confirm')(request) ? 'request-lost' : undefined));
    await fund(await stored('pm_1'));
    expect((await books()).pending).toBe(25_000);
    stripe.faults();
    await check(3_600_000);
    expect(await history()).toMatchObject([{ status: 'FAILED', statusReason: 'The payment was canceled.' }]);
    expect([await books(), stripe.taken()]).toEqual([emptyBooks, 0]);
    expect([...stripe.intents.values()].map(({ status }) => status)).toEqual(['canceled']);
  });

  test.each([500, 503, 429])(
    'leaves the outcome open after a %i response from Stripe to the charge',
    async (status) => {
      stripe.faults((request) =>
        isStep('confirm')(request) ? { status, body: { error: { type: 'api_error' } } } : undefined,
      );
      const { data } = await fund(await stored('pm_1'));
      expect(data.payment).toMatchObject({ status: 'PENDING', statusReason: checking });
    },
  );

  test('keeps the charge pending until Stripe is back', async () => {
    await fund(await stored('pm_processing'));
    stripe.faults(() => 'request-lost');
    for (const hours of [1, 5, 24]) await check(hours * 3_600_000);
    expect(await history()).toMatchObject([{ status: 'PENDING' }]);
    stripe.faults();
    stripe.settle('succeeded');
    await check(2 * 3_600_000);
    expect(await history()).toMatchObject([{ status: 'COMPLETED' }]);
  });

  test('doesn’t matter to a retry after a crash: the same key continues, even after Stripe’s keys have expired', async () => {
    stripe.faults((request) => (isStep('confirm')(request) ? 'answer-lost' : undefined));
    const key = newKey();
    const id = await stored('pm_1');
    await fund(id, key);
    // The database looks as if the result had never been written.
    await server.db.execute(`update charges set state = 'STARTED' where brand_id = '${brandId}'`);
    await server.db.execute(`delete from ledger_entries where brand_id = '${brandId}'`);
    await server.db.execute(`delete from idempotency_keys where brand_id = '${brandId}'`);
    stripe.faults();
    stripe.forgetKeys();
    expect((await fund(id, key)).data).toMatchObject({ availableBalanceCents: 25_000, pendingBalanceCents: 0 });
    expect([stripe.intents.size, stripe.taken()]).toEqual([1, 25_000]);
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
