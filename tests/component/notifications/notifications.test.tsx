import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import type { PushDevice } from '#contract/account/push.ts';
import { repairPushSubscription } from '#features/notifications/heal.ts';
import { Notifications } from '#features/notifications/Notifications.tsx';
import { aSyncStatus } from '../support/examples.ts';
import { type FakeApi, fakeApi, noNetwork, refusal } from '../support/fake-api.ts';
import { type FakePush, fakePush, removeFakePush } from '../support/fake-push.ts';
import { renderWithApp } from '../support/render.tsx';

let push: FakePush;
let api: FakeApi;
let devices: PushDevice[];
const createdAt = '2026-03-15T12:00:00.000Z';
const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36';
const here = { id: 'psh_1', userAgent: null, createdAt, quietTime: null, current: true };
const other = { ...here, id: 'psh_2', userAgent: phone, current: false };
const save = 'PUT /brand/v1.0/push/device';

beforeEach(() => {
  push = fakePush();
  devices = [];
  api = fakeApi({
    'GET /brand/v1.0/push': () => ({ publicKey: 'BKey', devices }),
    [save]: ({ body }) => {
      const { quietTime } = body as { quietTime: PushDevice['quietTime'] };
      devices = [...devices.filter(({ current }) => !current), { ...here, quietTime }];
      return devices.at(-1);
    },
    'POST /brand/v1.0/push/devices/psh_1/remove': () => {
      devices = devices.filter(({ id }) => id !== 'psh_1');
      return {};
    },
    'POST /brand/v1.0/push/devices/psh_2/remove': () => {
      devices = devices.filter(({ id }) => id !== 'psh_2');
      return {};
    },
  });
});
afterEach(() => {
  removeFakePush();
  localStorage.clear();
  setSyncStatus(null);
  vi.unstubAllGlobals();
});

const show = (mustInstall = false) => renderWithApp(<Notifications mustInstall={mustInstall} />);
const turnOnButton = () => screen.findByRole('button', { name: 'Turn on notifications' });

test('the browser prompts only after a tap, and the device is then notified', async () => {
  const { user } = show();
  await turnOnButton();
  expect(push.asked).toBe(0);
  await user.click(await turnOnButton());
  expect(await screen.findByText('Notifications are on for this device.')).toBeTruthy();
  expect([push.asked, push.keys]).toEqual([1, ['BKey']]);
  expect(api.to(save).map(({ body }) => body)).toEqual([
    { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' }, quietTime: null },
  ]);
});

test('denied permission shows that notifications are off', async () => {
  push.answer = 'default';
  const { user } = show();
  await user.click(await turnOnButton());
  expect(await screen.findByText('Your browser didn’t allow notifications.')).toBeTruthy();
  expect(api.to(save)).toEqual([]);
});

test('an unreachable push service shows an error', async () => {
  push.fails = new DOMException('Registration failed', 'AbortError');
  const { user } = show();
  await user.click(await turnOnButton());
  expect(await screen.findByText(/push service isn’t responding/)).toBeTruthy();
});

test('a subscription with an outdated server key is renewed', async () => {
  await push.subscribeTo('old');
  const { user } = show();
  await user.click(await turnOnButton());
  expect(await screen.findByText('Notifications are on for this device.')).toBeTruthy();
  expect(push.endpoint()).toBe('https://push.example/2');
});

test('the quiet time is the night by default, and can be changed', async () => {
  push.permit('granted');
  devices = [here];
  const { user } = show();
  await user.click(await screen.findByRole('switch', { name: 'Quiet time' }));
  const from = await screen.findByLabelText('From');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const quietTimes = () => api.to(save).map(({ body }) => (body as { quietTime: unknown }).quietTime);
  expect(quietTimes()).toEqual([{ fromMinute: 1320, toMinute: 420, zone }]);
  await user.clear(from);
  await user.type(from, '23:30');
  await user.tab();
  await waitFor(() => expect(quietTimes().at(-1)).toEqual({ fromMinute: 1410, toMinute: 420, zone }));
  await user.click(screen.getByRole('switch', { name: 'Quiet time' }));
  await waitFor(() => expect(quietTimes().at(-1)).toBeNull());
});

test('the switch changes at once, without waiting for the response', async () => {
  push.permit('granted');
  devices = [here];
  const { user } = show();
  const quiet = await screen.findByRole<HTMLInputElement>('switch', { name: 'Quiet time' });
  const seen: boolean[] = [];
  // React resets a controlled switch within the event if its value hasn't changed by then.
  quiet.addEventListener('click', () => queueMicrotask(() => seen.push(quiet.checked)));
  await user.click(quiet);
  await waitFor(() => expect(api.to(save)).toHaveLength(1));
  expect([...seen, quiet.checked]).toEqual([true, true]);
});

test('turning notifications off also ends the browser’s subscription', async () => {
  push.permit('granted');
  const { user } = show();
  await user.click(await turnOnButton());
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  await turnOnButton();
  await waitFor(() => expect(push.endpoint()).toBeNull());
  expect(localStorage.getItem('afield-push')).toBeNull();
});

test('other devices are listed, and can be removed', async () => {
  devices = [here, other];
  push.permit('granted');
  const { user } = show();
  const list = await screen.findByRole('list');
  expect(within(list).getByText('Chrome on Android')).toBeTruthy();
  await user.click(within(list).getByRole('button', { name: 'Remove Chrome on Android' }));
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
});

test('the page shows how to allow notifications that the browser blocks', async () => {
  push.permit('denied');
  show();
  expect(await screen.findByText(/are blocked in this browser. Allow them in its settings/)).toBeTruthy();
  push.permit('default');
  window.dispatchEvent(new Event('focus'));
  await turnOnButton();
});

test('notifications on an iPhone require an installed app', async () => {
  removeFakePush();
  show(true);
  expect(await screen.findByText(/^Add Afield to your home screen first/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a browser without push shows that it can’t notify', async () => {
  removeFakePush();
  show();
  expect(await screen.findByText('This browser doesn’t support notifications while Afield is closed.')).toBeTruthy();
});

test('settings can’t be changed offline, and the page explains why', async () => {
  show();
  await turnOnButton();
  act(() => setSyncStatus(aSyncStatus({ online: false })));
  expect((await turnOnButton()).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('Connect to the internet to change notifications.')).toBeTruthy();
});

test('missing settings are reported offline at once, without a skeleton', async () => {
  api.on('GET /brand/v1.0/push', noNetwork);
  setSyncStatus(aSyncStatus({ online: false }));
  show();
  await screen.findByText('Notifications');
  expect(screen.getByText(/^Connect to the internet to see your devices/)).toBeTruthy();
  expect(screen.queryByLabelText('Loading notifications')).toBeNull();
});

test('an undetected loss of the network is shown', async () => {
  api.on('GET /brand/v1.0/push', noNetwork);
  show();
  expect(await screen.findByText(/^Connect to the internet to see your devices/)).toBeTruthy();
});

test('the section is hidden if the server sends no notifications', async () => {
  api.on('GET /brand/v1.0/push', () => refusal(404, 'not_found', 'There is nothing at this address.'));
  show();
  await waitFor(() => expect(screen.queryByText('Notifications')).toBeNull());
});

test('a subscription that the browser changed or dropped is repaired at the next start, and otherwise kept', async () => {
  push.permit('granted');
  const { user } = show();
  await user.click(await turnOnButton());
  await screen.findByText('Notifications are on for this device.');
  await repairPushSubscription();
  expect(api.to(save)).toHaveLength(1);
  await push.drop();
  await repairPushSubscription();
  expect(api.to(save).at(-1)?.body).toMatchObject({ endpoint: 'https://push.example/2', quietTime: null });
  push.permit('denied');
  await push.drop();
  await repairPushSubscription();
  expect(api.to(save)).toHaveLength(2);
});
