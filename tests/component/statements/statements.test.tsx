import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Brand } from '#contract/brand/brand.ts';
import type { Statement } from '#contract/brand/statement.ts';
import { StatementOfMonth } from '#features/statements/StatementOfMonth.tsx';
import { brandApi } from '../support/brand-api.ts';
import { aBrand } from '../support/examples.ts';
import { fakeApi, refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { renderWithApp } from '../support/render.tsx';

const months = 'GET /brand/v1.0/billing/statements';
const ofMonth = (month: string) => `${months}/${month}`;

const january: Statement = {
  month: '2026-01',
  openingBalanceCents: 10_000,
  lines: [
    {
      id: 'led_1',
      at: '2026-01-03T09:00:00.000Z',
      description: 'Funds added by Visa •••• 4242',
      amountCents: 100_000,
      balanceCents: 110_000,
    },
    {
      id: 'led_2',
      at: '2026-01-31T23:59:59.999Z',
      description: 'Campaign funded: Spring roast',
      amountCents: -50_000,
      balanceCents: 60_000,
    },
  ],
  totals: { addedCents: 100_000, fundedCents: -50_000, returnedCents: 0, reversedCents: 0, correctedCents: 0 },
  closingBalanceCents: 60_000,
};
const empty = (month: string): Statement => ({
  ...january,
  ...{ month, openingBalanceCents: 60_000, lines: [], closingBalanceCents: 60_000 },
  totals: { addedCents: 0, fundedCents: 0, returnedCents: 0, reversedCents: 0, correctedCents: 0 },
});

const show = (brand: Partial<Brand> = {}, month = '2026-01') =>
  renderWithApp(<StatementOfMonth brand={aBrand(brand)} month={month} />);

/** The cells of each row of the table, without text that only narrow windows show. */
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => [...cell.childNodes][0]?.textContent));

/** Files that were passed to the browser to download. */
let saved: { name: string; text: Promise<string> }[];
beforeEach(() => {
  saved = [];
  let latest: File;
  // jsdom has neither of these.
  URL.createObjectURL = (made) => {
    latest = made as File;
    return 'blob:made';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = latest;
    const text = new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsText(file);
    });
    saved.push({ name: this.download, text });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a month reads like a bank statement: date, text, amount, balance', async () => {
  fakeApi({ [ofMonth('2026-01')]: () => january });
  show();
  await screen.findByRole('table');
  expect(rows()).toEqual([
    ['Date', 'Description', 'Amount', 'Balance'],
    ['Jan 1, 2026', 'Opening balance', '$100.00'],
    ['Jan 3, 2026', 'Funds added by Visa •••• 4242', '+$1,000.00', '$1,100.00'],
    ['Jan 31, 2026', 'Campaign funded: Spring roast', '-$500.00', '$600.00'],
    ['Jan 31, 2026', 'Closing balance', '$600.00'],
  ]);
  const totals = within(screen.getByRole('region', { name: 'Totals' }));
  expect(totals.getByText('Funds added').nextElementSibling?.textContent).toBe('+$1,000.00');
  expect(totals.getByText('Corrections').nextElementSibling?.textContent).toBe('$0.00');
  expect(screen.queryByText(/isn’t over/)).toBeNull();
});

test('a month without movements shows a message', async () => {
  fakeApi({ [ofMonth('2026-01')]: () => empty('2026-01') });
  show();
  expect(await screen.findByText('No transactions')).toBeTruthy();
});

test('the printout has the company, its address and its tax number', async () => {
  fakeApi({ [ofMonth('2026-01')]: () => january });
  const billingDetails = { companyName: 'Northwind GmbH', address: 'Weg 1\n10115 Berlin', taxNumber: 'DE123456789' };
  show({ billingDetails });
  await screen.findByRole('table');
  expect(screen.getByText('Northwind GmbH')).toBeTruthy();
  expect(screen.getByText('Northwind Coffee')).toBeTruthy();
  expect(screen.getByText(/10115 Berlin/).textContent).toBe('Weg 1\n10115 Berlin');
  expect(screen.getByText('Tax number: DE123456789')).toBeTruthy();
  expect(screen.getByText('Jan 1 – 31, 2026 (UTC), in US dollars')).toBeTruthy();
});

test('the printout has the brand’s name if there is no company', async () => {
  fakeApi({ [ofMonth('2026-01')]: () => january });
  show();
  await screen.findByRole('table');
  expect(screen.getAllByText('Northwind Coffee')).toHaveLength(1);
  expect(screen.queryByText(/Tax number/)).toBeNull();
});

test('Download CSV saves the month’s file, and Print prints', async () => {
  fakeApi({ [ofMonth('2026-01')]: () => january });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('Afield_Statement_Northwind_Coffee_2026-01.csv');
  expect((await saved[0]?.text)?.split('\r\n').slice(1)).toEqual([
    '2026-01-03,Funds added by Visa •••• 4242,1000,1100,led_1',
    '2026-01-31,Campaign funded: Spring roast,-500,600,led_2',
    '',
  ]);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('a stored statement shows its age', async () => {
  const headers = { 'X-Afield-Stored-At': new Date('2026-01-20T12:00:00.000Z').toISOString() };
  fakeApi({ [ofMonth('2026-01')]: () => Response.json(january, { headers }) });
  show();
  expect(await screen.findByText(/^You’re seeing a copy stored on this device/)).toBeTruthy();
  expect(rows().at(-1)).toEqual(['Jan 20, 2026', 'Closing balance', '$600.00']);
});

test('a month that isn’t on the phone has a message offline', async () => {
  fakeApi({ [ofMonth('2026-01')]: () => refusal(503, 'not_available_offline', 'You’re offline.') });
  show();
  expect(
    await screen.findByText('The statement for January 2026 isn’t on this device. Reconnect to load it.'),
  ).toBeTruthy();
});

test('an error shows the server’s message, and can be retried', async () => {
  const message = 'Expected a month from 2026-01, when the account was created, to 2026-03, this month.';
  const api = fakeApi({ [ofMonth('2025-12')]: () => refusal(400, 'invalid_request', message) });
  const { user } = show({}, '2025-12');
  expect(await screen.findByText('Couldn’t load the statement for December 2025')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  api.on(ofMonth('2025-12'), () => empty('2025-12'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No transactions')).toBeTruthy();
});

test('Settings link to the statements, where another month can be chosen', async () => {
  const api = brandApi({});
  const asked: string[] = [];
  api.on(months, () => ({ months: ['2026-02', '2026-01'] }));
  for (const month of ['2026-02', '2026-01']) {
    api.on(ofMonth(month), () => {
      asked.push(month);
      return month === '2026-01' ? january : empty(month);
    });
  }
  const { user } = openApp('/dashboard/statements?month=2026-02');
  const choice = await screen.findByLabelText('Month');
  await screen.findByRole('option', { name: 'January 2026' });
  await user.selectOptions(choice, 'January 2026');
  expect(await screen.findByRole('cell', { name: /^Funds added by Visa/ })).toBeTruthy();
  expect(new Set(asked)).toEqual(new Set(['2026-02', '2026-01']));
  await user.click(screen.getByRole('link', { name: 'Back to settings' }));
  expect(await screen.findByRole('link', { name: 'Monthly statements' })).toBeTruthy();
});
