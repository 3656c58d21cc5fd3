import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Payment } from '#contract/brand/billing.ts';
import { Payments } from '#features/settings/payments/Payments.tsx';
import { fakeApi, refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const target = 'GET /brand/v1.0/billing/payments';

const aPayment = (part: Partial<Payment> = {}): Payment => ({
  id: 'pay_1',
  amountCents: 100_000,
  method: { title: 'Visa', subtitle: '•••• 4242' },
  status: 'COMPLETED',
  statusReason: null,
  updatedAt: '2026-01-03T12:00:00.000Z',
  ...part,
});
const page = (data: Payment[], nextPage: number | null = null) => ({
  data,
  pagination: { nextPage, previousPage: null, total: data.length },
});

afterEach(() => vi.unstubAllGlobals());

/** Reports the end of the list as visible to every observer. */
function endInSight() {
  class Watcher {
    readonly #callback: (entries: { isIntersecting: boolean }[]) => void;
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      this.#callback = callback;
    }
    observe() {
      queueMicrotask(() => this.#callback([{ isIntersecting: true }]));
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
}

describe('payments', () => {
  test('are grouped by day, in order', async () => {
    fakeApi({
      [target]: () =>
        page([
          aPayment(),
          aPayment({ id: 'pay_2', amountCents: -50_000, method: { title: 'Balance', subtitle: null } }),
          aPayment({ id: 'pay_3', updatedAt: '2026-01-02T12:00:00.000Z', status: 'PENDING', amountCents: 0 }),
        ]),
    });
    renderWithApp(<Payments />);
    const days = await screen.findAllByRole('heading', { level: 3 });
    expect(days.map(({ textContent }) => textContent)).toEqual(['Jan 3, 2026', 'Jan 2, 2026']);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Funds AddedVisa •••• 4242Receipt for $1,000.00+$1,000.00Successful',
      'Campaign FundedBalance-$500.00Successful',
      'Funds AddedVisa •••• 4242$0.00Pending',
    ]);
  });

  test('that return a campaign’s budget are labeled, and don’t count as funds added', async () => {
    const method = { title: 'Account balance', subtitle: 'Winter tea' };
    fakeApi({ [target]: () => page([aPayment({ amountCents: 50_000, budgetReturned: true, method })]) });
    renderWithApp(<Payments />);
    expect((await screen.findByRole('listitem')).textContent).toBe(
      'Budget ReturnedAccount balance Winter tea+$500.00Successful',
    );
  });

  test('that settle a campaign show the sum spent', async () => {
    const method = { title: 'Account balance', subtitle: 'Winter tea' };
    const statusReason = 'Ended on Jan 1, 2026. $312.40 of $500.00 was spent.';
    fakeApi({ [target]: () => page([aPayment({ amountCents: 18_760, campaignSettled: true, method, statusReason })]) });
    renderWithApp(<Payments />);
    expect((await screen.findByRole('listitem')).textContent).toBe(
      `Campaign SettledAccount balance Winter tea${statusReason}+$187.60Successful`,
    );
  });

  test('that are refunds, disputes or corrections have their own names', async () => {
    const method = { title: 'Visa', subtitle: '•••• 4242' };
    fakeApi({
      [target]: () =>
        page([
          aPayment({ id: 'pay_1', kind: 'REFUND', amountCents: -10_000, method }),
          aPayment({ id: 'pay_2', kind: 'REFUND', amountCents: 10_000, method }),
          aPayment({ id: 'pay_3', kind: 'DISPUTE', amountCents: -25_000, method }),
          aPayment({ id: 'pay_4', kind: 'DISPUTE', amountCents: 25_000, method }),
          aPayment({
            ...{ id: 'pay_5', kind: 'CORRECTION', amountCents: 5_000 },
            method: { title: 'Goodwill for the delay in May', subtitle: null },
          }),
        ]),
    });
    renderWithApp(<Payments />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'RefundVisa •••• 4242-$100.00Successful',
      'Refund ReturnedVisa •••• 4242+$100.00Successful',
      'Payment DisputedVisa •••• 4242-$250.00Successful',
      'Dispute WonVisa •••• 4242+$250.00Successful',
      'CorrectionGoodwill for the delay in May+$50.00Successful',
    ]);
  });

  test('that failed show the reason to mouse, keyboard and touch users', async () => {
    fakeApi({ [target]: () => page([aPayment({ status: 'FAILED', statusReason: 'The card was declined.' })]) });
    const { user } = renderWithApp(<Payments />);
    const reason = await screen.findByRole('button', { name: 'Failed: The card was declined.' });
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(reason);
    expect((await screen.findByRole('tooltip')).textContent).toBe('The card was declined.');
  });

  test('load ten at a time while scrolling', async () => {
    endInSight();
    const api = fakeApi({
      [target]: ({ query }) =>
        query.page === '1' ? page([aPayment()], 2) : page([aPayment({ id: 'pay_2', amountCents: 42_00 })]),
    });
    renderWithApp(<Payments />);
    expect(await screen.findByText('+$42.00')).toBeTruthy();
    expect(api.to(target).map(({ query }) => query)).toEqual([
      { page: '1', pageSize: '10' },
      { page: '2', pageSize: '10' },
    ]);
  });

  test('stay if the next page fails, which can be retried', async () => {
    endInSight();
    const api = fakeApi({
      [target]: ({ query }) => (query.page === '1' ? page([aPayment()], 2) : refusal(500, 'internal', 'Broken.')),
    });
    const { user } = renderWithApp(<Payments />);
    const again = await screen.findByRole('button', { name: /Try again/ });
    expect(screen.getByText('+$1,000.00')).toBeTruthy();
    api.on(target, () => page([aPayment({ id: 'pay_2', amountCents: 42_00 })]));
    await user.click(again);
    expect(await screen.findByText('+$42.00')).toBeTruthy();
  });
});

test('no payments, a failed request, and nothing stored have different messages', async () => {
  const api = fakeApi({ [target]: () => page([]) });
  const empty = renderWithApp(<Payments />);
  expect(await screen.findByText('No payments yet')).toBeTruthy();
  empty.unmount();

  api.on(target, () => refusal(503, 'not_available_offline', 'Not available offline yet'));
  const notStored = renderWithApp(<Payments />);
  expect(await screen.findByText('Not available offline yet')).toBeTruthy();
  notStored.unmount();

  api.on(target, () => refusal(500, 'internal', 'Broken.'));
  const { user } = renderWithApp(<Payments />);
  const failure = await screen.findByRole('alert');
  expect(within(failure).getByText('Broken.')).toBeTruthy();
  api.on(target, () => page([aPayment()]));
  await user.click(within(failure).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('+$1,000.00')).toBeTruthy());
});
