import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { InstallHint } from '#features/install/InstallHint.tsx';
import { anAction, aSyncStatus } from '../support/examples.ts';
import { fakeWorker, removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';

const iphone = (system: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const mac = (rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const safari18 = iphone('18_5', 'Version/18.5 Mobile/15E148 Safari/604.1');

function on(userAgent: string, touchPoints = 5) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: touchPoints });
}
const hint = () => screen.findByRole('region', { name: 'Install Afield' });

beforeEach(() => {
  localStorage.clear();
  setSyncStatus(null);
  fakeWorker();
});
afterEach(() => {
  removeFakeWorker();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
});

describe('instructions to install the app on an iPhone or iPad', () => {
  test.each([
    ['Safari', 'Tap Share, then', safari18],
    // Safari of iOS 26 still reports system 18.6; only its own version differs.
    ['Safari on iOS 26', 'Tap •••, then Share, then', iphone('18_6', 'Version/26.1 Mobile/15E148 Safari/604.1')],
    ['Safari on an iPad', 'Tap Share, then', mac('Version/26.0 Safari/605.1.15')],
    ['Chrome', 'Tap Share next to the address, then', iphone('17_4', 'CriOS/140.0.1 Mobile/15E148 Safari/604.1')],
    ['Chrome on an iPad', 'Tap Share next to the address, then', mac('CriOS/140.0 Mobile/15E148 Safari/604.1')],
    [
      'Edge',
      'In the browser’s menu, tap Share, then',
      iphone('17_4', 'Version/17.0 EdgiOS/140.0 Mobile/1 Safari/605.1'),
    ],
    ['Firefox', 'In the browser’s menu, tap Share, then', iphone('16_4', 'FxiOS/143.0 Mobile/15E148 Safari/605.1.15')],
  ])('are shown in %s', async (_, words, userAgent) => {
    on(userAgent);
    renderWithApp(<InstallHint />);
    const text = (await hint()).textContent?.replace(/\s+/g, ' ');
    expect(text).toContain(`${words} “Add to Home Screen”.`);
    expect(text).toContain('starts out empty. Open it while you’re online and log in.');
  });

  test.each([
    ['a Mac', mac('Version/26.0 Safari/605.1.15'), 0],
    ['Chrome on iOS 16.3, which can’t install it', iphone('16_3', 'CriOS/140.0 Mobile/15E148 Safari/604.1'), 5],
    ['another app’s pages', iphone('18_5', 'Mobile/15E148 Instagram 300.0'), 5],
    ['Google’s app', iphone('18_5', 'GSA/380.0 Mobile/15E148 Safari/604.1'), 5],
  ])('are hidden on %s', async (_, userAgent, touchPoints) => {
    on(userAgent, touchPoints);
    renderWithApp(<p>The page</p>);
    renderWithApp(<InstallHint />);
    await screen.findByText('The page');
    expect(screen.queryByRole('region', { name: 'Install Afield' })).toBeNull();
  });

  test('are shown once this browser’s pending decisions were sent, since they would be left behind', async () => {
    on(safari18);
    const worker = fakeWorker();
    setSyncStatus(aSyncStatus({ actions: [anAction()] }));
    worker.reply(() => {
      setSyncStatus(aSyncStatus());
      return { ok: true, status: null };
    });
    const { user } = renderWithApp(<InstallHint />);
    const region = within(await hint());
    expect(region.getByText(/^You have 1 waiting action in this browser/)).toBeTruthy();
    expect(region.queryByText(/Add to Home Screen/)).toBeNull();
    await user.click(region.getByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(region.getByText(/Add to Home Screen/)).toBeTruthy());
    expect(worker.received).toEqual([{ type: 'send-now' }]);
  });

  test('are shown once decisions that need attention were settled, since sending can’t settle them', async () => {
    on(safari18);
    const attention = { code: 'forbidden', message: 'Not allowed.', certainty: 'refused' as const, now: null };
    setSyncStatus(aSyncStatus({ actions: [anAction({ state: 'attention', attention })] }));
    renderWithApp(<InstallHint />);
    expect((await hint()).textContent).toContain('You have 1 waiting action in this browser');
    expect(within(await hint()).queryByRole('button', { name: 'Send now' })).toBeNull();
  });
});
