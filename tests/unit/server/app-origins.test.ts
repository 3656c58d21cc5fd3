import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../../src/server/config.ts';
import { appFiles } from '../../../src/server/http/app-files.ts';
import { appOrigins } from '../../../src/server/http/app-origins.ts';

let appDir: string;
beforeAll(() => {
  appDir = mkdtempSync(join(tmpdir(), 'afield-app-'));
  writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>Afield</title>');
});
afterAll(() => rmSync(appDir, { recursive: true, force: true }));

async function pageWith(env: Record<string, string>) {
  const app = appFiles({ appDir, demoMediaDir: appDir, ...appOrigins(parseConfig(env)) });
  const { headers } = await app.request('/dashboard');
  const policy = headers.get('Content-Security-Policy') ?? '';
  const sources = (directive: string) => policy.match(new RegExp(`${directive} ([^;]*)`))?.[1]?.split(' ') ?? [];
  return { sources, opener: headers.get('Cross-Origin-Opener-Policy') };
}

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1' };
const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };

test('with no keys the app loads from itself alone', async () => {
  const { sources, opener } = await pageWith({});
  expect([sources('script-src'), opener]).toEqual([["'self'"], null]);
  expect(sources('connect-src')).toEqual(["'self'", 'https://www.tiktok.com']);
});

test('with Stripe it may load its card form, and nothing of PayPal', async () => {
  const { sources } = await pageWith(stripe);
  expect(sources('script-src')).toContain('https://js.stripe.com');
  expect(sources('frame-src')).toEqual(expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']));
  expect(sources('connect-src')).toContain('https://api.stripe.com');
  expect(sources('script-src').join()).not.toContain('paypal');
});

test('with PayPal its window may answer', async () => {
  const { sources, opener } = await pageWith(paypal);
  expect(sources('script-src')).toContain('https://*.paypal.com');
  expect(opener).toBe('same-origin-allow-popups');
});

test('what is at a provider’s address is never a page', async () => {
  const app = appFiles({ appDir, demoMediaDir: appDir, connect: [] });
  expect((await app.request('/webhooks/stripe')).status).toBe(404);
});
