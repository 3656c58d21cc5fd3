import { expect, test, vi } from 'vitest';
import { withSettings } from '#contract/calls/app-settings.ts';
import { createShellSettings } from '#sw/shell/shell-settings.ts';

const page = '<!doctype html><meta name="afield-settings" content="{}" />';
const pageWith = (apiUrl: string) => new Response(withSettings(page, { apiUrl }));
const here = 'https://api.here.test';
const there = 'https://api.there.test';

test('settings come from the stored page, without the network, and are read once', async () => {
  const stored = vi.fn(async () => pageWith(here));
  const fetched = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  const settings = createShellSettings({ stored, fetched });
  expect(await settings.read()).toEqual({ apiUrl: here });
  expect(await settings.read()).toEqual({ apiUrl: here });
  expect([stored.mock.calls.length, fetched.mock.calls.length]).toEqual([1, 0]);
});

test('a newly stored page replaces the settings', async () => {
  let apiUrl = here;
  const settings = createShellSettings({ stored: async () => pageWith(apiUrl), fetched: async () => pageWith(here) });
  await settings.read();
  apiUrl = there;
  settings.forget();
  expect(await settings.read()).toEqual({ apiUrl: there });
});

test.each([
  ['was dropped', async () => undefined],
  ['can’t be read', async () => Promise.reject(new Error('The storage is gone'))],
])('a page that %s is fetched', async (_, stored) => {
  const settings = createShellSettings({ stored, fetched: async () => pageWith(there) });
  expect(await settings.read()).toEqual({ apiUrl: there });
});

test('a hanging storage is not awaited', async () => {
  vi.useFakeTimers();
  const settings = createShellSettings({ stored: () => new Promise(() => {}), fetched: async () => pageWith(there) });
  const read = settings.read();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await read).toEqual({ apiUrl: there });
  vi.useRealTimers();
});

test('a portal’s page fails instead of yielding guessed settings, and the next read retries', async () => {
  const answers = [new Response('<p>Accept the terms</p>'), pageWith(there)];
  const settings = createShellSettings({
    stored: async () => undefined,
    fetched: async () => answers.shift() ?? Response.error(),
  });
  await expect(settings.read()).rejects.toThrow('Something else answered');
  expect(await settings.read()).toEqual({ apiUrl: there });
});
