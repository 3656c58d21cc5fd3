import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { billing } from '../billing/support/billing-api.ts';
import { aSyncStatus } from '../support/examples.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { setSettings } from '../support/settings.ts';
import { aNewBrand, brandServer, onboard, openOnboarding } from './support/open-onboarding.tsx';
import '#features/billing/PaypalButtons.tsx';

const paypal = vi.hoisted(() => ({
  options: null as unknown,
  order: null as unknown,
  buttons: null as null | Record<string, unknown>,
}));
vi.mock('@paypal/react-paypal-js', () => ({
  PayPalScriptProvider: ({ options, children }: { options: unknown; children: unknown }) => {
    paypal.options = options;
    return children;
  },
  PayPalButtons: (props: {
    disabled: boolean;
    createOrder: (data: object, actions: object) => Promise<string>;
    onApprove: (data: { orderID: string }) => Promise<void>;
    onError: (error: unknown) => void;
  }) => {
    paypal.buttons = props as never;
    const actions = {
      order: {
        create: async (order: unknown) => {
          paypal.order = order;
          return 'ORDER-1';
        },
      },
    };
    return (
      <button
        disabled={props.disabled}
        onClick={() => void props.createOrder({}, actions).then((orderID) => props.onApprove({ orderID }))}
        type="button"
      >
        PayPal
      </button>
    );
  },
}));

const remember = (initialFunding: string) =>
  localStorage.setItem('afield-onboarding', JSON.stringify({ brandId: 'brd_1', typed: { initialFunding } }));

async function show(part: Parameters<typeof aNewBrand>[1] = {}) {
  const brand = aNewBrand('payment', part);
  const server = brandServer(brand);
  const view = await openOnboarding(brand);
  await view.at(8);
  return {
    ...server,
    ...view,
    useTestCard: async (last4: string) => {
      await view.inside.findByLabelText('Card number');
      await view.user.click(view.inside.getByText('Test cards'));
      await view.press(new RegExp(`${last4}\\s?[A-Z]`));
    },
  };
}

beforeEach(() => {
  remember('2500');
  Object.assign(paypal, { options: null, order: null, buttons: null });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('paying by card', () => {
  test('pays the amount of the funding step, marks the step and continues', async () => {
    const { api, useTestCard, press, at, now, inside } = await show();
    expect(inside.getByText('$2,500.00')).toBeTruthy();
    await useTestCard('4242');
    await press('Pay $2,500.00');
    await at(9);
    expect(api.to(billing.funds).map(({ body }) => body)).toEqual([
      { type: 'stripe', paymentMethodId: 'pmt_1', amountCents: 250_000 },
    ]);
    expect(now().onboarding.payment).toBe(true);
    expect(inside.getByText(/^\$2,500\.00 is in your balance/)).toBeTruthy();
  });

  test('pays $1,000 if the amount was entered on another device', async () => {
    localStorage.clear();
    const { inside } = await show();
    expect(inside.getByText('$1,000.00')).toBeTruthy();
  });

  test('leads back to the amount', async () => {
    const { press, at, field } = await show();
    await press('Change');
    await at(7);
    expect(field('Initial funding').value).toBe('2500');
  });

  test('runs 3-D Secure for a card that requires it', async () => {
    const { useTestCard, press, user, at } = await show();
    await useTestCard('3155');
    await press('Pay $2,500.00');
    const bank = within(await screen.findByRole('dialog', { name: 'Confirm this card' }));
    await user.click(bank.getByRole('button', { name: 'Confirm' }));
    await at(9);
  });

  test('shows the bank’s reason for a declined card, and pays with another', async () => {
    const { api, useTestCard, press, at, type } = await show();
    await useTestCard('0002');
    await press('Pay $2,500.00');
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toBe('Error processing payment.Your card was declined.');
    expect(api.to(billing.funds)).toEqual([]);
    await type('Card number', '4242 4242 4242 4242');
    await press('Pay $2,500.00');
    await at(9);
  });

  test('doesn’t pay twice if the step couldn’t be marked', async () => {
    const { api, useTestCard, press, at, inside } = await show();
    api.on(onboard, noNetwork);
    await useTestCard('4242');
    await press('Pay $2,500.00');
    expect(await screen.findByText('Payment was successful, but something went wrong.')).toBeTruthy();
    expect(screen.getByText('Please try again.')).toBeTruthy();
    expect(await inside.findByText(/^\$2,500\.00 is in your account/)).toBeTruthy();
    expect(inside.queryByLabelText('Card number')).toBeNull();
    api.on(onboard, () => aNewBrand('complete', { availableBalanceCents: 250_000 }));
    await press('Next');
    await at(9);
    expect(api.to(billing.funds)).toHaveLength(1);
  });

  test('doesn’t pay twice after a reload in between', async () => {
    const { inside, press, at, api } = await show({ pendingBalanceCents: 250_000 });
    expect(inside.getByText(/^\$2,500\.00 is in your account/)).toBeTruthy();
    await press('Next');
    await at(9);
    expect(api.to(billing.funds)).toEqual([]);
  });
});

describe('a payment whose response was lost', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  });

  test('shows that the bank is being asked, and continues with the result', async () => {
    const { api, change, useTestCard, press, inside, at } = await show();
    api.on(billing.funds, () => refusal(500, 'internal', 'Broken.'));
    await useTestCard('4242');
    await press('Pay $2,500.00');
    expect(await inside.findByText("We're checking with your bank. Don't pay again.")).toBeTruthy();
    expect(inside.queryByRole('button', { name: /^Pay/ })).toBeNull();
    api.on(billing.funds, () => {
      change({ availableBalanceCents: 250_000 } as never);
      return { availableBalanceCents: 250_000, pendingBalanceCents: 0 };
    });
    expect(await inside.findByText(/^\$2,500\.00 is in your account/)).toBeTruthy();
    const keys = api.to(billing.funds).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
    await press('Next');
    await at(9);
  });

  test('can’t be made again after its retry was refused', async () => {
    const { api, change, press, inside } = await show();
    let sends = 0;
    api.on(billing.funds, () => {
      sends += 1;
      if (sends === 1) return noNetwork();
      if (sends === 2) return refusal(429, 'too_many_requests', 'Slow down.');
      change({ availableBalanceCents: 250_000 } as never);
      return { availableBalanceCents: 250_000, pendingBalanceCents: 0 };
    });
    await inside.findByLabelText('Card number');
    await press('PayPal (sandbox)');
    expect(await inside.findByText("We're checking with your bank. Don't pay again.")).toBeTruthy();
    expect(inside.queryByRole('button', { name: /PayPal/ })).toBeNull();
    expect(await inside.findByText(/^\$2,500\.00 is in your account/)).toBeTruthy();
    expect(new Set(api.to(billing.funds).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });
});

test('a missing network is shown before a card is entered', async () => {
  setSyncStatus(aSyncStatus({ online: false }));
  const { api, inside } = await show();
  expect(inside.getByText('Reconnect to add funds')).toBeTruthy();
  expect(inside.queryByLabelText('Card number')).toBeNull();
  expect(api.calls).toEqual([]);
  setSyncStatus(aSyncStatus({ online: true }));
  expect(await inside.findByLabelText('Card number')).toBeTruthy();
});

describe('PayPal', () => {
  test('is shown only if it or the sandbox is configured', async () => {
    const brand = aNewBrand('payment');
    brandServer(brand).api.on(billing.secret, () => refusal(501, 'not_supported', 'Cards are not set up.'));
    const { inside, at } = await openOnboarding(brand);
    await at(8);
    expect(await inside.findByText('No publishable key found')).toBeTruthy();
    expect(inside.queryByRole('button', { name: /PayPal/ })).toBeNull();
  });

  test('is loaded for dollars and capture, and the server’s order adds the funds', async () => {
    setSettings({ paypalClientId: 'client-1' });
    const { api, press, at, inside } = await show();
    await inside.findByRole('button', { name: 'PayPal' });
    expect(paypal.options).toMatchObject({ clientId: 'client-1', currency: 'USD', intent: 'capture' });
    await press('PayPal');
    await at(9);
    expect(api.to(billing.orders).map(({ body }) => body)).toEqual([{ amountCents: 250_000 }]);
    expect(paypal.order).toBeNull();
    const body = { type: 'paypal', paypalOrderId: 'ORDER-OF-THE-SERVER' };
    expect(api.to(billing.funds).map((call) => call.body)).toEqual([body]);
    expect(api.to(billing.methods)).toEqual([]);
  });

  test('creates its order in the page if the server creates none', async () => {
    setSettings({ paypalClientId: 'client-1' });
    const { api, press, at, inside } = await show();
    api.on(billing.orders, () => refusal(404, 'not_found', 'There is nothing at this address.'));
    await inside.findByRole('button', { name: 'PayPal' });
    await press('PayPal');
    await at(9);
    expect(paypal.order).toEqual({
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '2500.00' } }],
    });
    expect(api.to(billing.funds).map(({ body }) => body)).toEqual([{ type: 'paypal', paypalOrderId: 'ORDER-1' }]);
  });

  test('shows a failure', async () => {
    setSettings({ paypalClientId: 'client-1' });
    const { inside } = await show();
    await inside.findByRole('button', { name: 'PayPal' });
    const { onError } = paypal.buttons ?? {};
    (onError as (error: unknown) => void)(new Error('Window closed'));
    expect((await screen.findByRole('alert')).textContent).toBe('Error processing payment.Please try again');
  });

  test('is simulated by the sandbox', async () => {
    const { api, press, at, inside } = await show();
    await inside.findByLabelText('Card number');
    await press('PayPal (sandbox)');
    await at(9);
    const body = { type: 'paypal', paypalOrderId: 'ORDER-OF-THE-SERVER' };
    expect(api.to(billing.funds).map((call) => call.body)).toEqual([body]);
  });
});

describe('the last step', () => {
  const ready = async () => {
    const brand = aNewBrand('complete', { availableBalanceCents: 250_000 });
    const server = brandServer(brand);
    const view = await openOnboarding(brand);
    await view.at(9);
    return { ...server, ...view };
  };

  test('"Create First Campaign" opens the wizard', async () => {
    const { press, isGone, router, now } = await ready();
    await press('Create First Campaign');
    await isGone();
    expect(now().onboarding.complete).toBe(true);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/campaigns'));
    expect(router.state.location.search).toMatchObject({ 'create-campaign': true });
  });

  test('"Go To Dashboard" opens the dashboard', async () => {
    const { press, isGone, router, now } = await ready();
    await press('Go To Dashboard');
    await isGone();
    expect(now().onboarding.complete).toBe(true);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });

  test('a failure is shown, and can be retried', async () => {
    const { api, press, inside } = await ready();
    api.on(onboard, noNetwork);
    await press('Go To Dashboard');
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toBe('Payment was successful, but something went wrong.Please try again.');
    expect(inside.getByRole('button', { name: 'Go To Dashboard' })).toBeTruthy();
  });
});
