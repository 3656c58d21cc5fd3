import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getPayment, type Payment } from '#contract/brand/billing.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { brandApi } from '../support/brand-api.ts';
import { aBrand } from '../support/examples.ts';
import { refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';

const target = `GET ${pathOf(getPayment, { paymentId: 'pay_1' })}`;
const paid: Payment = {
  id: 'pay_1',
  amountCents: 100_050,
  method: { title: 'Visa', subtitle: '•••• 4242' },
  status: 'COMPLETED',
  statusReason: null,
  updatedAt: '2026-01-03T23:30:00.000Z',
};

function show(answer: () => unknown, brand: Partial<Brand> = {}) {
  const api = brandApi({ brand: aBrand(brand) });
  api.on(target, answer);
  return openApp('/dashboard/receipts/pay_1');
}

afterEach(() => vi.unstubAllGlobals());

test('a receipt has amount, date, method and payer, and can be printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const billingDetails = { companyName: 'Northwind GmbH', address: 'Weg 1\n10115 Berlin', taxNumber: 'DE123456789' };
  const { user } = show(() => paid, { billingDetails });
  const receipt = within(await screen.findByRole('region', { name: 'Receipt' }));
  const facts = receipt.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Receipt number', 'pay_1'],
    ['Date paid (UTC)', 'Jan 3, 2026'],
    ['Paid with', 'Visa •••• 4242'],
    ['Description', 'Funds added to your Afield balance'],
    ['Total', '$1,000.50 USD'],
  ]);
  for (const line of ['Northwind GmbH', 'Northwind Coffee', 'Tax number: DE123456789']) {
    expect(receipt.getByText(line)).toBeTruthy();
  }
  expect(receipt.getByText(/10115 Berlin/)).toBeTruthy();
  expect(screen.queryByText(/add them in/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('a brand without billing details sees where to add them', async () => {
  show(() => paid);
  await screen.findByRole('region', { name: 'Receipt' });
  expect(screen.getByText(/add them in/).textContent).toBe(
    'To show your company’s name, address and tax number here, add them in Settings.',
  );
});

describe('there is no receipt for', () => {
  test.each<[string, Partial<Payment>]>([
    ['a pending payment', { status: 'PENDING' }],
    ['a failed payment', { status: 'FAILED' }],
    ['a funded campaign', { amountCents: -50_000 }],
    ['a returned budget', { budgetReturned: true }],
    ['a settled campaign', { campaignSettled: true }],
    ['a refund that was returned', { kind: 'REFUND' }],
    ['a correction', { kind: 'CORRECTION' }],
  ])('%s', async (_, part) => {
    show(() => ({ ...paid, ...part }));
    expect(await screen.findByText('No receipt for this payment')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });
});

test('an unknown payment isn’t found', async () => {
  show(() => refusal(404, 'not_found', 'Payment not found.'));
  expect(await screen.findByText('Payment not found')).toBeTruthy();
});

test('a payment that isn’t on the phone has a message offline', async () => {
  show(() => refusal(503, 'not_available_offline', 'You’re offline.'));
  expect(await screen.findByText('Not available offline yet')).toBeTruthy();
});
