import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal, status } from '../support/fake-api.ts';
import { setSettings } from '../support/settings.ts';
import { balances, billing, billingApi } from './support/billing-api.ts';
import { fakeStripe } from './support/fake-stripe.ts';
import { openAddFunds } from './support/open-add-funds.tsx';
import '#features/billing/card/StripeCard.tsx';

const { loadStripe } = vi.hoisted(() => ({ loadStripe: vi.fn() }));
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe }));

let provider: ReturnType<typeof fakeStripe>;
beforeEach(() => {
  setSettings({ stripePublishableKey: 'pk_test_1' });
  provider = fakeStripe();
  loadStripe.mockReset();
  loadStripe.mockResolvedValue(provider.stripe);
});

async function openWithStripe() {
  const api = billingApi();
  let secrets = 0;
  api.on(billing.secret, () => {
    secrets += 1;
    return { clientSecret: `seti_${secrets}_secret_1` };
  });
  const view = await openAddFunds();
  await view.inside.findByText('Card details, in Stripe’s frame');
  return { ...view, api };
}

test('the form is Stripe’s, for cards only, with the setup intent’s secret', async () => {
  const { inside } = await openWithStripe();
  expect(loadStripe).toHaveBeenCalledWith('pk_test_1', { locale: 'en' });
  expect(provider.setups[0]).toMatchObject({ clientSecret: 'seti_1_secret_1' });
  expect(provider.elements.map(({ type }) => type)).toEqual(['payment']);
  expect(provider.elements[0]?.options.wallets).toEqual({ applePay: 'never', googlePay: 'never', link: 'never' });
  expect(inside.queryByText(/Sandbox/)).toBeNull();
});

test('the setup intent is confirmed without leaving the page, then the card is saved and charged', async () => {
  const { api, user, payButton, isClosed } = await openWithStripe();
  await user.click(payButton());
  await isClosed();
  expect(provider.confirmed).toMatchObject([{ redirect: 'if_required' }]);
  expect(api.to(billing.methods)[0]?.body).toEqual({ type: 'stripe', stripeToken: 'pm_1' });
  expect(api.to(billing.funds)).toHaveLength(1);
});

test.each([
  ['Your card was declined.', 'Your card was declined.'],
  [undefined, 'Please try again'],
])('Stripe’s error is shown: %s', async (message, detail) => {
  const { api, user, payButton } = await openWithStripe();
  provider.answer(() => ({ error: { type: 'card_error', ...(message ? { message } : {}) } }));
  await user.click(payButton());
  const toast = await screen.findByRole('alert');
  expect(within(toast).getByText('Error processing payment.')).toBeTruthy();
  expect(within(toast).getByText(detail)).toBeTruthy();
  expect(api.to(billing.methods)).toEqual([]);
});

test('missing fields are reported only in Stripe’s form', async () => {
  const { api, user, payButton } = await openWithStripe();
  provider.answer(() => ({ error: { type: 'validation_error', message: 'Your card number is incomplete.' } }));
  await user.click(payButton());
  await waitFor(() => expect(payButton().disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(api.to(billing.methods)).toEqual([]);
});

test('a setup intent that didn’t succeed adds nothing', async () => {
  const { api, user, payButton } = await openWithStripe();
  provider.answer(() => ({ setupIntent: { status: 'requires_action', payment_method: null } }));
  await user.click(payButton());
  expect(await screen.findByText('Error: Could not add funds. Please try again.')).toBeTruthy();
  expect(api.to(billing.methods)).toEqual([]);
});

test('retrying a confirmation whose response was lost adds no second card', async () => {
  const { api, user, payButton, isClosed } = await openWithStripe();
  const succeeded = { status: 'succeeded', payment_method: { id: 'pm_7' } };
  provider.answer(() => ({ error: { type: 'api_connection_error', message: 'No connection.' } }));
  await user.click(payButton());
  expect(await screen.findByText('No connection.')).toBeTruthy();
  provider.answer(() => ({
    error: { type: 'invalid_request_error', message: 'Unexpected.', setup_intent: succeeded },
  }));
  await user.click(payButton());
  await isClosed();
  expect(api.to(billing.methods).map(({ body }) => body)).toEqual([{ type: 'stripe', stripeToken: 'pm_7' }]);
});

const required = { code: 'confirmation_required', message: 'Your bank asks you to confirm this payment.' };

test('a bank’s confirmation of a payment is handled, and the same payment is retried', async () => {
  const { api, user, payButton, isClosed } = await openWithStripe();
  api.on(billing.funds, () =>
    provider.handled.length === 0 ? status(402, { ...required, clientSecret: 'pi_1_secret_1' }) : balances(1_244_567),
  );
  await user.click(payButton());
  await isClosed();
  expect(provider.handled).toEqual([{ clientSecret: 'pi_1_secret_1' }]);
  const sent = api.to(billing.funds);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.headers.get('Idempotency-Key')).toBe(sent[0]?.headers.get('Idempotency-Key'));
  expect(api.to(billing.methods)).toHaveLength(1);
});

test('a temporary refusal after the confirmation leaves the payment open, and its key is retried', async () => {
  const { api, user, inside, payButton, isClosed } = await openWithStripe();
  let sends = 0;
  api.on(billing.funds, () => {
    sends += 1;
    if (sends === 1) return status(402, { ...required, clientSecret: 'pi_1_secret_1' });
    return sends === 2 ? refusal(429, 'too_many_requests', 'Slow down.') : balances(1_244_567);
  });
  await user.click(payButton());
  expect(await inside.findByText("We're checking with your bank. Don't pay again.")).toBeTruthy();
  await isClosed();
  expect(new Set(api.to(billing.funds).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('a script that fails to load can be retried', async () => {
  loadStripe.mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
  const api = billingApi();
  api.on(billing.secret, () => ({ clientSecret: 'seti_1_secret_1' }));
  const { inside, user } = await openAddFunds();
  expect(await inside.findByText('Couldn’t load the card form')).toBeTruthy();
  await user.click(inside.getByRole('button', { name: 'Try again' }));
  expect(await inside.findByText('Card details, in Stripe’s frame')).toBeTruthy();
});

test('a server with a sandbox provider is used even without a key', async () => {
  billingApi();
  const { inside } = await openAddFunds();
  expect(await inside.findByLabelText('Card number')).toBeTruthy();
  expect(loadStripe).not.toHaveBeenCalled();
});
