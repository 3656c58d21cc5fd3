import { expect, test } from 'vitest';
import { type AppSettings, settingsIn, withSettings } from '#contract/calls/app-settings.ts';
import { createShellPolicy } from '#sw/shell/shell-policy.ts';

const page = '<!doctype html><meta name="afield-settings" content="{}" /><title>Afield</title>';
const older = "script-src 'self'";
const newer = "script-src 'self' https://js.stripe.test";
const answer = (policy: string, body = page, status = 200) =>
  new Response(body, { status, headers: { 'Content-Security-Policy': policy, 'Content-Type': 'text/html' } });

/** A phone whose stored page has the older policy, and its server. */
function aPhone(fetched: () => Promise<Response>, stored: Response | undefined = answer(older)) {
  const phone = {
    stored: stored as Response | undefined,
    puts: 0,
    changes: 0,
    asked: [] as (RequestInit | undefined)[],
    at: 1_000_000,
  };
  const cache = {
    match: async () => phone.stored?.clone(),
    put: async (_key: string, response: Response) => {
      phone.puts += 1;
      phone.stored = response;
    },
  };
  const refresh = createShellPolicy({
    caches: { open: async () => cache as unknown as Cache },
    cacheName: 'precache',
    key: '/index.html?__WB_REVISION__=1',
    url: '/index.html',
    fetch: (_url, init) => {
      phone.asked.push(init);
      return fetched();
    },
    now: () => phone.at,
    onChange: () => {
      phone.changes += 1;
    },
  });
  return { phone, refresh, policy: () => phone.stored?.headers.get('Content-Security-Policy') };
}

test('the stored page gets the server’s current policy, bypassing the HTTP cache', async () => {
  const { phone, refresh, policy } = aPhone(async () => answer(newer));
  await refresh();
  expect(policy()).toBe(newer);
  expect(await phone.stored?.text()).toBe(page);
  expect(phone.asked.map((init) => init?.cache)).toEqual(['no-store']);
});

test('the stored page gets the server’s current settings, with the policy that allows them', async () => {
  const settings: AppSettings = { sentryDsn: 'https://key@errors.test/1', stripePublishableKey: 'pk_live_1' };
  const { phone, refresh, policy } = aPhone(async () => answer(newer, withSettings(page, settings)));
  await refresh();
  expect(settingsIn((await phone.stored?.text()) ?? '')).toEqual(settings);
  expect([policy(), phone.changes]).toEqual([newer, 1]);
});

test('settings can change alone, since a replaced key needs no other policy', async () => {
  const replaced = withSettings(page, { stripePublishableKey: 'pk_live_2' });
  const stored = answer(older, withSettings(page, { stripePublishableKey: 'pk_live_1' }));
  const { phone, refresh } = aPhone(async () => answer(older, replaced), stored);
  await refresh();
  expect([phone.puts, await phone.stored?.text()]).toEqual([1, replaced]);
});

test('an unchanged policy is not written again', async () => {
  const { phone, refresh } = aPhone(async () => answer(older));
  await refresh();
  expect(phone.puts).toBe(0);
});

test.each([
  ['another build’s page, whose scripts have other hashes', async () => answer(newer, '<p>The next version</p>')],
  ['a captive portal’s page', async () => answer(newer, '<p>Accept the terms</p>')],
  ['settings that can’t be read', async () => answer(newer, page.replace('{}', '{&quot;apiUrl&quot;:7}'))],
  ['a page without settings', async () => answer(newer, page.replace(/<meta[^>]*>/, ''))],
  ['a gateway’s failure', async () => answer(newer, page, 502)],
  ['a page that was redirected to', async () => Object.defineProperty(answer(newer), 'redirected', { value: true })],
  ['no network', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s changes nothing', async (_, fetched) => {
  const { phone, refresh, policy } = aPhone(fetched);
  await refresh();
  expect([phone.puts, policy()]).toEqual([0, older]);
});

test('a page that isn’t stored stays so, since the rest of its version may be missing', async () => {
  const { phone, refresh } = aPhone(async () => answer(newer));
  phone.stored = undefined;
  await refresh();
  expect([phone.puts, phone.asked]).toEqual([0, []]);
});

test('pages opened in quick succession fetch once', async () => {
  const { phone, refresh } = aPhone(async () => answer(newer));
  await refresh();
  phone.at += 9_999;
  await refresh();
  expect(phone.asked).toHaveLength(1);
  phone.at += 1;
  await refresh();
  expect(phone.asked).toHaveLength(2);
});
