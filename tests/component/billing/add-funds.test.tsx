import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { brandQuery } from '#features/auth/queries.ts';
import { aSyncStatus } from '../support/examples.ts';
import { noNetwork, refusal, status } from '../support/fake-api.ts';
import { balances, billing, billingApi } from './support/billing-api.ts';
import { openAddFunds } from './support/open-add-funds.tsx';

describe('the amount', () => {
  test('is $100 by default, and has presets', async () => {
    billingApi();
    const { user, field, inside, payButton } = await openAddFunds();
    await inside.findByLabelText('Card number');
    expect(field('Amount').value).toBe('100');
    expect(payButton().textContent).toBe('Add $100.00');
    await user.click(inside.getByRole('button', { name: '$500' }));
    expect(field('Amount').value).toBe('500');
    expect(inside.getByRole('button', { name: '$500' }).getAttribute('aria-pressed')).toBe('true');
    expect(payButton().textContent).toBe('Add $500.00');
  });

  test.each([
    ['', 'Amount is required'],
    ['ten', 'Amount must be a number'],
    ['1e5', 'Amount must be a number'],
    ['100,50', 'Amount must be a number'],
    ['100.005', 'Amount can have at most two decimals'],
    ['99.99', 'Amount must be at least $100'],
    ['1000000', 'Amount must be at most $999,999.99'],
  ])('%j is invalid, and can’t be paid', async (typed, problem) => {
    billingApi();
    const { retype, inside, payButton, field } = await openAddFunds();
    await inside.findByLabelText('Card number');
    await retype('Amount', typed);
    expect(await inside.findByText(problem)).toBeTruthy();
    expect(field('Amount').getAttribute('aria-invalid')).toBe('true');
    expect(payButton().disabled).toBe(true);
  });

  test('may have commas, cents and a dollar sign', async () => {
    billingApi();
    const { retype, payButton, inside } = await openAddFunds();
    await inside.findByLabelText('Card number');
    await retype('Amount', '$1,250.5');
    expect(payButton().textContent).toBe('Add $1,250.50');
    expect(payButton().disabled).toBe(false);
  });
});

describe('paying by card', () => {
  test('confirms the card, saves it, then adds the funds, and shows the new balance', async () => {
    const api = billingApi();
    api.on(billing.funds, () => balances(1_259_567));
    const { retype, useTestCard, payButton, user, isClosed, queryClient } = await openAddFunds();
    await useTestCard('4242');
    await retype('Amount', '250');
    await user.click(payButton());
    expect(await screen.findByText('Funds added successfully!')).toBeTruthy();
    expect(screen.getByText('You can now use them to create new campaigns.')).toBeTruthy();
    await isClosed();
    expect(api.to(billing.methods).map(({ body }) => body)).toEqual([
      { type: 'stripe', stripeToken: 'pm_sandbox_4242' },
    ]);
    expect(api.to(billing.funds).map(({ body }) => body)).toEqual([
      { type: 'stripe', paymentMethodId: 'pmt_1', amountCents: 25_000 },
    ]);
    const order = api.calls.map(({ path }) => path.split('/').at(-1));
    expect(order.indexOf('payment-methods')).toBeLessThan(order.indexOf('funds'));
    await waitFor(() => expect(api.to(billing.brand)).not.toEqual([]));
    expect(api.to(billing.brand)[0]?.headers.get('Cache-Control')).toBe('no-cache');
    expect(queryClient.getQueryData(brandQuery().queryKey)).toBeTruthy();
    expect(localStorage.getItem('afield-payment')).toBeNull();
  });

  test('says that funds are pending while they are', async () => {
    const api = billingApi();
    api.on(billing.funds, () => balances(0, 10_000));
    const { useTestCard, payButton, user, isClosed } = await openAddFunds();
    await useTestCard('0278');
    await user.click(payButton());
    expect(await screen.findByText('Funds added successfully, but are pending processing.')).toBeTruthy();
    expect(screen.getByText('You will see them in your account once they are processed.')).toBeTruthy();
    await isClosed();
  });

  test('runs 3-D Secure for a card that requires it', async () => {
    const api = billingApi();
    const { useTestCard, payButton, user, isClosed } = await openAddFunds();
    await useTestCard('3155');
    await user.click(payButton());
    const bank = within(await screen.findByRole('dialog', { name: 'Confirm this card' }));
    expect(api.to(billing.methods)).toEqual([]);
    await user.click(bank.getByRole('button', { name: 'Confirm' }));
    await isClosed();
    expect(api.to(billing.methods)[0]?.body).toEqual({ type: 'stripe', stripeToken: 'pm_sandbox_3155_confirmed' });
  });

  test('saves nothing if the cardholder doesn’t confirm', async () => {
    const api = billingApi();
    const { useTestCard, payButton, user } = await openAddFunds();
    await useTestCard('3155');
    await user.click(payButton());
    const bank = within(await screen.findByRole('dialog', { name: 'Confirm this card' }));
    await user.click(bank.getByRole('button', { name: 'Decline' }));
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Error processing payment.')).toBeTruthy();
    expect(within(toast).getByText(/^We are unable to authenticate your payment method/)).toBeTruthy();
    expect(api.to(billing.methods)).toEqual([]);
    expect(api.to(billing.funds)).toEqual([]);
  });

  test('shows the bank’s reason for a declined card', async () => {
    const api = billingApi();
    const { useTestCard, payButton, user, field } = await openAddFunds();
    await useTestCard('0002');
    await user.click(payButton());
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Error processing payment.')).toBeTruthy();
    expect(within(toast).getByText('Your card was declined.')).toBeTruthy();
    expect(field('Card number').value).toBe('4000 0000 0000 0002');
    expect(api.to(billing.methods)).toEqual([]);
  });

  test('shows the card form’s missing fields, and sends nothing', async () => {
    const api = billingApi();
    const { payButton, user, inside, retype } = await openAddFunds();
    await inside.findByLabelText('Card number');
    await user.click(payButton());
    expect(await inside.findByText('Card number is required')).toBeTruthy();
    expect(inside.getByText('Expiry is required')).toBeTruthy();
    expect(inside.getByText('CVC is required')).toBeTruthy();
    await retype('Card number', '4111111111111111');
    await retype('Expiry', '0120');
    await retype('CVC', '1');
    expect(await inside.findByText('Use one of the test cards below')).toBeTruthy();
    expect(await inside.findByText('Enter a future month as MM/YY')).toBeTruthy();
    await user.tab();
    expect(await inside.findByText('Enter 3 digits')).toBeTruthy();
    expect(api.to(billing.methods)).toEqual([]);
  });

  test('can be closed while no request is in flight', async () => {
    billingApi();
    const { user, isClosed, inside } = await openAddFunds();
    await inside.findByLabelText('Card number');
    await user.keyboard('{Escape}');
    await isClosed();
  });
});

describe('failures of adding funds', () => {
  const failed = 'Error: Could not add funds. Please refresh the page and try again.';

  test('a card that can’t be saved shows an error, and nothing is charged', async () => {
    const api = billingApi();
    api.on(billing.methods, () => refusal(402, 'card_declined', 'Your card was declined.'));
    const { useTestCard, payButton, user, inside } = await openAddFunds();
    await useTestCard('4242');
    await user.click(payButton());
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText(failed)).toBeTruthy();
    expect(within(toast).getByText('Your card was declined.')).toBeTruthy();
    expect(api.to(billing.funds)).toEqual([]);
    // A setup intent stores one card, so the next card needs another.
    await waitFor(() => expect(api.to(billing.secret)).toHaveLength(2));
    expect(await inside.findByLabelText('Card number')).toBeTruthy();
  });

  test('a declined charge shows an error, and the next payment has a new key', async () => {
    const api = billingApi();
    api.on(billing.funds, () => refusal(402, 'card_declined', 'Your card was declined.'));
    const { useTestCard, payButton, user, isClosed } = await openAddFunds();
    await useTestCard('0341');
    await user.click(payButton());
    expect(await screen.findByText(failed)).toBeTruthy();
    expect(localStorage.getItem('afield-payment')).toBeNull();
    await waitFor(() => expect(api.to(billing.secret)).toHaveLength(2));
    api.on(billing.funds, () => balances(1_244_567));
    await useTestCard('4242');
    await user.click(payButton());
    await isClosed();
    const [first, second] = api.to(billing.funds).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(second).not.toBe(first);
  });

  test('a form that is about to be replaced accepts no input', async () => {
    const api = billingApi();
    api.on(billing.funds, () => refusal(402, 'card_declined', 'Your card was declined.'));
    const { useTestCard, payButton, user, inside } = await openAddFunds();
    await useTestCard('0341');
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    api.on(billing.secret, async () => {
      await arrived;
      return { clientSecret: 'seti_sandbox_2_secret_1' };
    });
    await user.click(payButton());
    expect(await screen.findByText(failed)).toBeTruthy();
    await waitFor(() => expect(inside.queryByLabelText('Card number')).toBeNull());
    arrive();
    expect(await inside.findByLabelText('Card number')).toBeTruthy();
  });

  test('temporarily unavailable payments continue with the confirmed card, under the same key', async () => {
    const api = billingApi();
    api.on(billing.funds, () =>
      refusal(503, 'payments_unavailable', 'Payments are unavailable right now. You were not charged.'),
    );
    const { useTestCard, payButton, user, inside, isClosed } = await openAddFunds();
    await useTestCard('4242');
    await user.click(payButton());
    expect(await screen.findByText('Payments are unavailable right now. You were not charged.')).toBeTruthy();
    expect(await inside.findByText('Your card is confirmed.')).toBeTruthy();
    expect(inside.queryByLabelText('Card number')).toBeNull();
    api.on(billing.funds, () => balances(1_244_567));
    await user.click(payButton());
    await isClosed();
    expect(api.to(billing.methods)).toHaveLength(1);
    const keys = api.to(billing.funds).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('a confirmed card can be replaced by another', async () => {
    const api = billingApi();
    api.on(billing.funds, () => refusal(503, 'payments_unavailable', 'Payments are unavailable right now.'));
    const { useTestCard, payButton, user, inside } = await openAddFunds();
    await useTestCard('4242');
    await user.click(payButton());
    await user.click(await inside.findByRole('button', { name: 'Use another card' }));
    expect(await inside.findByLabelText('Card number')).toBeTruthy();
    expect(api.to(billing.secret)).toHaveLength(2);
  });

  test('a card form that fails to load can be retried', async () => {
    const api = billingApi();
    api.on(billing.secret, () => status(500, { message: 'Something broke.', code: 'internal' }));
    const { inside, user, payButton } = await openAddFunds();
    expect(await inside.findByText('Couldn’t load the card form')).toBeTruthy();
    expect(payButton().disabled).toBe(true);
    api.on(billing.secret, () => ({ clientSecret: 'seti_sandbox_9_secret_9' }));
    await user.click(inside.getByRole('button', { name: 'Try again' }));
    expect(await inside.findByLabelText('Card number')).toBeTruthy();
  });

  test.each([
    ['the server accepts no cards', () => refusal(501, 'not_supported', 'Cards are not set up on this server.')],
    ['the server has a provider, but the app has no key', () => ({ clientSecret: 'seti_123_secret_456' })],
  ])('a missing publishable key is reported: %s', async (_, answer) => {
    billingApi().on(billing.secret, answer);
    const { inside, payButton } = await openAddFunds();
    expect(await inside.findByText('No publishable key found')).toBeTruthy();
    expect(payButton().disabled).toBe(true);
  });
});

describe('adding funds offline', () => {
  test('shows up front that it needs a connection, and loads the form when the network returns', async () => {
    const api = billingApi();
    setSyncStatus(aSyncStatus({ online: false }));
    const { inside } = await openAddFunds();
    expect(inside.getByText('Reconnect to add funds')).toBeTruthy();
    expect(inside.queryByLabelText('Amount')).toBeNull();
    expect(api.calls).toEqual([]);
    setSyncStatus(aSyncStatus({ online: true }));
    expect(await inside.findByLabelText('Card number')).toBeTruthy();
  });

  test('shows that it needs a connection if the first request fails', async () => {
    const api = billingApi();
    api.on(billing.secret, noNetwork);
    const { inside } = await openAddFunds();
    expect(await inside.findByText('Reconnect to add funds')).toBeTruthy();
    expect(inside.queryByLabelText('Amount')).toBeNull();
    api.on(billing.secret, () => ({ clientSecret: 'seti_sandbox_9_secret_9' }));
    act(() => setSyncStatus(aSyncStatus({ online: false })));
    act(() => setSyncStatus(aSyncStatus({ online: true })));
    expect(await inside.findByLabelText('Card number')).toBeTruthy();
  });

  test('retries the first request automatically if it fails despite a network', async () => {
    const api = billingApi();
    setSyncStatus(aSyncStatus({ online: true }));
    api.on(billing.secret, noNetwork);
    const { inside } = await openAddFunds();
    expect(await inside.findByText('Reconnect to add funds')).toBeTruthy();
    api.on(billing.secret, () => ({ clientSecret: 'seti_sandbox_9_secret_9' }));
    expect(await inside.findByLabelText('Card number')).toBeTruthy();
  });

  test('keeps the input when the network is lost, and disables paying', async () => {
    billingApi();
    const { inside, retype, field, payButton } = await openAddFunds();
    await inside.findByLabelText('Card number');
    await retype('Amount', '300');
    setSyncStatus(aSyncStatus({ online: false }));
    expect(await inside.findByText(/^You’re offline\. Your entries stay here/)).toBeTruthy();
    expect(field('Amount').value).toBe('300');
    expect(payButton().disabled).toBe(true);
  });

  test('doesn’t confirm a card again that couldn’t be saved for lack of a network', async () => {
    const api = billingApi();
    api.on(billing.methods, noNetwork);
    const { useTestCard, payButton, user, inside, isClosed } = await openAddFunds();
    await useTestCard('4242');
    await user.click(payButton());
    expect(await screen.findByText(/^Network error/)).toBeTruthy();
    expect(inside.getByText('Your card is confirmed.')).toBeTruthy();
    expect(api.to(billing.funds)).toEqual([]);
    api.on(billing.methods, () => ({ id: 'pmt_1' }));
    await user.click(payButton());
    await isClosed();
    const keys = api.to(billing.methods).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });
});
