import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { LogoutDialog } from '#features/auth/logout/LogoutDialog.tsx';
import { Appearance } from '#features/settings/device/Appearance.tsx';
import { formatSize, OfflineData } from '#features/settings/device/OfflineData.tsx';
import { anAction, aSyncStatus } from '../support/examples.ts';
import { fakeApi } from '../support/fake-api.ts';
import { type FakeWorker, fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';

let worker: FakeWorker;
const total = (count: number) => () => ({ data: [], pagination: { nextPage: null, previousPage: null, total: count } });

beforeEach(() => {
  worker = fakeWorker();
  fakeApi({
    'GET /brand/v1.0/campaigns': total(47),
    'GET /brand/v1.0/offers': total(12_345),
    'GET /brand/v1.0/billing/payments': total(60),
  });
});
afterEach(() => {
  removeFakeWorker();
  Reflect.deleteProperty(navigator, 'storage');
  vi.unstubAllGlobals();
});

describe('offline data', () => {
  test('shows the number of records, their age and size', async () => {
    Object.defineProperty(navigator, 'storage', {
      configurable: true,
      value: { estimate: async () => ({ usage: 3_400_000 }) },
    });
    setSyncStatus(aSyncStatus({ syncedAt: new Date().toISOString() }));
    renderWithApp(<OfflineData />);
    const fact = async (name: string) => (await screen.findByText(name)).parentElement?.textContent;
    await waitFor(async () => expect(await fact('Offers')).toBe('Offers12,345'));
    expect(await fact('Campaigns')).toBe('Campaigns47');
    expect(await fact('Payments')).toBe('Payments60');
    expect(await fact('Last updated')).toBe('Last updatedjust now');
    expect(await fact('Size on this device')).toBe('Size on this device3.4 MB');
  });

  test('is shown as complete only once it is', async () => {
    setSyncStatus(aSyncStatus({ syncedAt: null, complete: false }));
    renderWithApp(<OfflineData />);
    expect(await screen.findByText(/^Your data is still downloading/)).toBeTruthy();
    expect(screen.getByText('Not yet')).toBeTruthy();
  });

  test('is refreshed on request', async () => {
    setSyncStatus(aSyncStatus());
    worker.reply(() => ({ ok: true, status: aSyncStatus() }));
    const { user } = renderWithApp(<OfflineData />);
    await user.click(await screen.findByRole('button', { name: 'Refresh now' }));
    expect(await screen.findByText('Everything is up to date.')).toBeTruthy();
    expect(worker.received).toEqual([{ type: 'refresh-now' }]);
  });

  test('is shown as outdated if there was no space for new records', async () => {
    setSyncStatus(aSyncStatus());
    worker.reply(() => ({ ok: true, status: aSyncStatus({ storage: 'full' }) }));
    const { user } = renderWithApp(<OfflineData />);
    await user.click(await screen.findByRole('button', { name: 'Refresh now' }));
    expect(await screen.findByText('Couldn’t save the latest data on this device')).toBeTruthy();
    expect(screen.queryByText('Everything is up to date.')).toBeNull();
  });

  test.each([
    [true, 'Until you log out'],
    [false, 'As long as there is space'],
  ])('shows if the browser persists it: %s', async (isPersisted, text) => {
    Object.defineProperty(navigator, 'storage', {
      configurable: true,
      value: { persisted: async () => isPersisted },
    });
    setSyncStatus(aSyncStatus());
    renderWithApp(<OfflineData />);
    expect((await screen.findByText('Kept')).parentElement?.textContent).toBe(`Kept${text}`);
  });

  test('on a full device offers to free up space', async () => {
    setSyncStatus(aSyncStatus({ storage: 'full' }));
    worker.reply(() => ({ ok: true, status: aSyncStatus() }));
    const { user } = renderWithApp(<OfflineData />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This device is full/);
    await user.click(screen.getByRole('button', { name: 'Free up space' }));
    expect(await screen.findByText(/^Space freed/)).toBeTruthy();
    expect(worker.received).toEqual([{ type: 'free-space' }]);
    expect(screen.queryByText(/^This device is full/)).toBeNull();
  });

  test('is removed by logging out, which warns about pending actions', async () => {
    setSyncStatus(aSyncStatus({ actions: [anAction()] }));
    const { user } = renderWithApp(
      <>
        <OfflineData />
        <LogoutDialog />
      </>,
    );
    await user.click(await screen.findByRole('button', { name: 'Remove and log out' }));
    expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeTruthy();
    expect(worker.received).toEqual([]);
  });

  test('is empty without a worker', async () => {
    renderWithApp(<OfflineData />);
    expect(await screen.findByText(/^Nothing is stored on this device/)).toBeTruthy();
  });
});

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1500, '1.5 kB'],
  [3_400_000, '3.4 MB'],
  [12_000_000_000, '12 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test('the color scheme can be chosen, and is stored', async () => {
  const { user } = renderWithApp(<Appearance />);
  await user.click(await screen.findByText('Dark'));
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark');
  await user.click(screen.getByText('System'));
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('auto');
});
