import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppSettings, settingsIn, withSettings } from '#contract/calls/app-settings.ts';
import { parseConfig } from '#server/config.ts';
import { appFiles } from '#server/http/app/app-files.ts';

const built = '<!doctype html><meta name="afield-settings" content="{}" /><title>Afield</title>';

let appDir: string;
beforeAll(() => {
  appDir = mkdtempSync(join(tmpdir(), 'afield-app-'));
  writeFileSync(join(appDir, 'service-worker.js'), '// worker');
});
afterAll(() => rmSync(appDir, { recursive: true, force: true }));

/** The app's files as a server with this environment sends them. */
function appWith(env: Record<string, string>, defaults: AppSettings = {}) {
  writeFileSync(join(appDir, 'index.html'), withSettings(built, defaults));
  return appFiles({ appDir, demoMediaDir: appDir, settings: parseConfig(env).app });
}

async function pageWith(env: Record<string, string>, defaults?: AppSettings) {
  const response = await appWith(env, defaults).request('/dashboard');
  const { headers } = response;
  const policy = headers.get('Content-Security-Policy') ?? '';
  const sources = (directive: string) => policy.match(new RegExp(`${directive} ([^;]*)`))?.[1]?.split(' ') ?? [];
  const html = await response.text();
  const noted = headers.get('Content-Security-Policy-Report-Only');
  const reportsTo = headers.get('Reporting-Endpoints');
  return {
    policy,
    noted,
    reportsTo,
    sources,
    html,
    settings: settingsIn(html),
    opener: headers.get('Cross-Origin-Opener-Policy'),
  };
}

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const paypal = { PAYPAL_CLIENT_ID: 'id-1', PAYPAL_CLIENT_SECRET: 'secret' };
const SENTRY_DSN = 'https://key@errors.provider.test/1';

describe('a page’s settings and allowed origins', () => {
  test('are empty without configuration, except for the page’s own origin', async () => {
    const { sources, opener, settings } = await pageWith({});
    expect([sources('script-src'), opener, settings]).toEqual([["'self'"], null, {}]);
    expect(sources('connect-src')).toEqual(["'self'", 'https://www.tiktok.com']);
  });

  test('include Stripe’s key and card form, and nothing of PayPal, if Stripe is configured', async () => {
    const { sources, settings } = await pageWith(stripe);
    expect(settings).toEqual({ stripePublishableKey: 'pk_test_1' });
    expect(sources('script-src')).toContain('https://js.stripe.com');
    expect(sources('frame-src')).toEqual(expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']));
    expect(sources('connect-src')).toContain('https://api.stripe.com');
    expect(sources('script-src').join()).not.toContain('paypal');
  });

  test('enforces trusted types, but only reports violations if a payment provider’s scripts run', async () => {
    const rule = "require-trusted-types-for 'script'; trusted-types default screen";
    const alone = await pageWith({ SENTRY_DSN });
    expect([alone.policy.includes(rule), alone.noted]).toEqual([true, null]);
    for (const env of [stripe, paypal]) {
      const { policy, noted } = await pageWith(env);
      expect([policy.includes('trusted-types'), noted]).toEqual([
        false,
        `${rule}; report-to policy; report-uri /reports`,
      ]);
    }
  });

  test('let violations be reported to this server', async () => {
    const { policy, reportsTo } = await pageWith({});
    expect(policy).toMatch(/; report-to policy; report-uri \/reports$/);
    expect(reportsTo).toBe('policy="/reports"');
  });

  test('include PayPal’s client ID, and an opener policy that allows popups, if PayPal is configured', async () => {
    const { sources, opener, settings, html } = await pageWith(paypal);
    expect(settings).toEqual({ paypalClientId: 'id-1' });
    expect(html).not.toContain('secret');
    expect(sources('script-src')).toContain('https://*.paypal.com');
    expect(opener).toBe('same-origin-allow-popups');
  });

  test('include the origins of an API elsewhere and an error collector, without paths and keys', async () => {
    const { sources, settings } = await pageWith({ API_URL: 'https://api.provider.test/v2/', SENTRY_DSN });
    expect(settings).toEqual({ apiUrl: 'https://api.provider.test/v2', sentryDsn: SENTRY_DSN });
    const own = ["'self'", 'https://www.tiktok.com'];
    expect(sources('connect-src')).toEqual([...own, 'https://api.provider.test', 'https://errors.provider.test']);
  });

  test('have the build’s values unless the server sets its own', async () => {
    const defaults = { apiUrl: 'https://api.provider.test', sentryDsn: 'https://key@other.test/1' };
    const { sources, settings } = await pageWith({ SENTRY_DSN }, defaults);
    expect(settings).toEqual({ apiUrl: 'https://api.provider.test', sentryDsn: SENTRY_DSN });
    expect(sources('connect-src').join()).not.toContain('other.test');
  });

  test('keep values inside their attributes', async () => {
    const { html, settings } = await pageWith({ API_URL: 'https://api.test/?a="><script>&quot;$1' });
    expect(html).not.toContain('<script>');
    expect(settings?.apiUrl).toBe('https://api.test/?a="><script>&quot;$1');
  });
});

describe('the page’s response', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s, with the settings in it', async (encoding, unpack) => {
    const headers = { 'Accept-Encoding': encoding };
    const response = await appWith({ SENTRY_DSN }).request('/index.html', { headers });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    const html = unpack(Buffer.from(await response.arrayBuffer())).toString();
    expect(settingsIn(html)).toEqual({ sentryDsn: SENTRY_DSN });
  });

  test('has a new ETag when its settings change, and a 304 if they don’t', async () => {
    const etag = (await appWith({}).request('/')).headers.get('ETag') ?? '';
    const headers = { 'If-None-Match': etag };
    expect((await appWith({}).request('/', { headers })).status).toBe(304);
    expect((await appWith({ SENTRY_DSN }).request('/', { headers })).status).toBe(200);
  });

  test('the worker’s policy doesn’t depend on settings, since browsers store it with the script', async () => {
    const policyWith = async (env: Record<string, string>) =>
      (await appWith(env).request('/service-worker.js')).headers.get('Content-Security-Policy');
    expect(await policyWith({ ...stripe, SENTRY_DSN })).toBe(await policyWith({}));
    expect(await policyWith({})).toContain("script-src 'self';");
  });
});

test('unknown paths under a provider’s prefix never return the page', async () => {
  expect((await appWith({}).request('/webhooks/stripe')).status).toBe(404);
});
