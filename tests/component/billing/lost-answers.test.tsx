import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FakeApi } from '../support/fake-api.ts';
import { noNetwork, refusal, status } from '../support/fake-api.ts';
import { keepFastClock } from '../support/fast-clock.ts';
import { aPayment, balances, billing, billingApi } from './support/billing-api.ts';
import { openAddFunds, showPage } from './support/open-add-funds.tsx';

const checking = "We're checking with your bank. Don't pay again.";
const stored = () => localStorage.getItem('afield-payment');
const listOf = (...data: unknown[]) => ({
  data,
  pagination: { nextPage: null, previousPage: null, total: data.length },
});
const keysOf = (api: FakeApi) => api.to(billing.funds).map(({ headers }) => headers.get('Idempotency-Key'));

/** An attempt that another page left, with these fields replaced. */
const anAttempt = (part: object = {}) =>
  JSON.stringify({
    brandId: 'brd_1',
    key: '01J00000000000000000000001',
    body: { type: 'stripe', paymentMethodId: 'pmt_1', amountCents: 10_000 },
    amountCents: 10_000,
    askedAt: new Date().toISOString(),
    paymentId: null,
    ...part,
  });

keepFastClock();

const pay = async () => {
  const view = await openAddFunds();
  await view.useTestCard('4242');
  await view.user.click(view.payButton());
  return view;
};

test.each([
  ['no response', noNetwork],
  ['an unreadable response', () => status(200, { thanks: true })],
  ['a failing server', () => refusal(500, 'internal', 'Something broke.')],
  ['a server without its database', () => refusal(503, 'unavailable', 'The database does not answer.')],
  ['a gateway’s error', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a key that the server reports as reused', () => refusal(422, 'idempotency_key_reused', 'Used.')],
  ['a portal’s 404', () => new Response('<h1>Not found</h1>', { status: 404 })],
])(
  '%s leaves the outcome open: the form says so, repeats the request under the same key, and settles on its own',
  async (_, answer) => {
    const api = billingApi();
    api.on(billing.funds, answer);
    const { inside, isClosed } = await pay();
    expect(await inside.findByText(checking)).toBeTruthy();
    expect(inside.getByText(/your \$100\.00 payment/)).toBeTruthy();
    expect(inside.queryByRole('button', { name: /^Add/ })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    api.on(billing.funds, () => balances(1_244_567));
    expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
    expect(new Set(keysOf(api)).size).toBe(1);
    expect(api.to(billing.methods)).toHaveLength(1);
    expect(stored()).toBeNull();
    await isClosed();
  },
);

test.each([
  [429, 'too_many_requests'],
  [503, 'unavailable'],
  [503, 'payments_unavailable'],
  [403, 'not_approved'],
])('a %i response to a retry doesn’t settle a payment that arrived, which is charged once', async (code, word) => {
  const api = billingApi();
  const charged = new Map<string | null, unknown>();
  let sends = 0;
  api.on(billing.funds, ({ headers, body }) => {
    sends += 1;
    // The server refuses before it looks up the key's result.
    if (sends === 2) return refusal(code, word, 'Not now.');
    charged.set(headers.get('Idempotency-Key'), body);
    return sends === 1 ? noNetwork() : balances(1_244_567);
  });
  const { inside, isClosed } = await pay();
  expect(await inside.findByText(checking)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
  expect([charged.size, sends]).toEqual([1, 3]);
  expect(stored()).toBeNull();
  await isClosed();
});

test('a payment that the server is still checking is polled until it settles', async () => {
  const api = billingApi();
  api.on(billing.funds, () => ({ ...balances(0, 10_000), payment: aPayment() }));
  api.on(billing.payments, () => listOf(aPayment()));
  const { inside } = await pay();
  expect(await inside.findByText(checking)).toBeTruthy();
  await waitFor(() => expect(api.to(billing.payments).length).toBeGreaterThan(0));
  expect(inside.getByText(checking)).toBeTruthy();
  api.on(billing.payments, () => listOf(aPayment({ status: 'COMPLETED', statusReason: null })));
  expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
  expect(api.to(billing.funds)).toHaveLength(1);
  expect(api.to(billing.payments).every(({ headers }) => headers.get('Cache-Control') === 'no-cache')).toBe(true);
  expect(stored()).toBeNull();
});

test('a refused list of payments leaves the payment’s outcome open', async () => {
  const api = billingApi();
  api.on(billing.funds, () => ({ ...balances(0, 10_000), payment: aPayment() }));
  api.on(billing.payments, () => refusal(404, 'not_found', 'There is nothing at this address.'));
  const { inside } = await pay();
  expect(await inside.findByText(checking)).toBeTruthy();
  await waitFor(() => expect(api.to(billing.payments).length).toBeGreaterThan(1));
  expect(screen.queryByRole('alert')).toBeNull();
  api.on(billing.payments, () => listOf(aPayment({ status: 'COMPLETED', statusReason: null })));
  expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
  expect(api.to(billing.funds)).toHaveLength(1);
});

test('a payment that failed in the end shows the reason, and the form with its amount', async () => {
  const api = billingApi();
  api.on(billing.funds, () => ({ ...balances(0, 10_000), payment: aPayment() }));
  api.on(billing.payments, () =>
    listOf(aPayment({ status: 'FAILED', statusReason: 'Your bank has returned the payment.' })),
  );
  const { inside, useTestCard, retype, user, payButton, field } = await openAddFunds();
  await useTestCard('4242');
  await retype('Amount', '340');
  await user.click(payButton());
  const toast = await screen.findByRole('alert');
  expect(within(toast).getByText('Error: Could not add funds. Please refresh the page and try again.')).toBeTruthy();
  expect(within(toast).getByText('Your bank has returned the payment.')).toBeTruthy();
  expect(await inside.findByLabelText('Card number')).toBeTruthy();
  expect(field('Amount').value).toBe('340');
});

test('a new page continues checking after the previous one was closed', async () => {
  localStorage.setItem('afield-payment', anAttempt());
  const api = billingApi();
  await showPage();
  expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
  expect(keysOf(api)).toEqual(['01J00000000000000000000001']);
});

test('no other payment can be made while an attempt is open', async () => {
  localStorage.setItem('afield-payment', anAttempt());
  billingApi().on(billing.funds, noNetwork);
  const { inside } = await openAddFunds();
  expect(inside.getByText(checking)).toBeTruthy();
  expect(inside.queryByLabelText('Amount')).toBeNull();
});

test('another tab’s open payment is checked first, and no second one is sent', async () => {
  const api = billingApi();
  api.on(billing.funds, noNetwork);
  const { inside, useTestCard, user, payButton } = await openAddFunds();
  await useTestCard('4242');
  // The other tab held the lock until now, so this page doesn't know of the attempt.
  localStorage.setItem('afield-payment', anAttempt());
  await user.click(payButton());
  await waitFor(() => expect(api.to(billing.methods)).toHaveLength(1));
  window.dispatchEvent(new StorageEvent('storage', { key: 'afield-payment' }));
  expect(await inside.findByText(checking)).toBeTruthy();
  api.on(billing.funds, () => balances(1_244_567));
  expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
  expect(new Set(keysOf(api))).toEqual(new Set(['01J00000000000000000000001']));
});

test.each([
  [401, 'unauthorized'],
  [429, 'too_many_requests'],
  [503, 'unavailable'],
  [503, 'payments_unavailable'],
])('a %i response to a later check leaves the outcome open, and the payment is checked again', async (code, word) => {
  localStorage.setItem('afield-payment', anAttempt());
  const api = billingApi();
  api.on(billing.funds, () => refusal(code, word, 'Not now.'));
  api.on('POST /v1.0/auth/brand/refresh', () => refusal(503, 'unavailable', 'Not now.'));
  await showPage();
  await waitFor(() => expect(api.to(billing.funds).length).toBeGreaterThan(1));
  expect(stored()).not.toBeNull();
  api.on(billing.funds, () => balances(1_244_567));
  expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
});

test('an attempt more than an hour old is no longer retried, and a hint says where to look', async () => {
  localStorage.setItem('afield-payment', anAttempt({ askedAt: new Date(Date.now() - 3_700_000).toISOString() }));
  const api = billingApi();
  await showPage();
  expect(await screen.findByText('We couldn’t check your last payment.')).toBeTruthy();
  expect(screen.getByText('See Payments in Settings before you pay again.')).toBeTruthy();
  expect(api.to(billing.funds)).toEqual([]);
  expect(stored()).toBeNull();
});

test.each([
  ['another brand’s', anAttempt({ brandId: 'brd_2' })],
  ['another version’s', '{"version":9}'],
  ['a malformed', 'x'],
])('%s attempt is ignored', async (_, text) => {
  localStorage.setItem('afield-payment', text);
  const api = billingApi();
  const { inside } = await openAddFunds();
  expect(await inside.findByLabelText('Card number')).toBeTruthy();
  expect(api.to(billing.funds)).toEqual([]);
});
