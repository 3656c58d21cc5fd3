import { expect, type Page, test } from '@playwright/test';
import { expectToast, keepToasts } from '../fixtures/looks/toasts.ts';
import { type AppServer, startAppServer } from '../fixtures/server/app-server.ts';
import { makeReviewBrand } from '../fixtures/server/brand.ts';
import { type Collector, startCollector } from '../fixtures/server/collector.ts';
import { campaignTitle, logIn } from '../fixtures/steps/app.ts';

let collector: Collector;
let server: AppServer;

test.beforeAll(async () => {
  collector = await startCollector();
  server = await startAppServer({ settings: { sentryDsn: collector.dsn } });
});
test.afterAll(async () => {
  await server?.close();
  await collector?.close();
});

const typed = {
  newPassword: 'Fresh-pass-0815!',
  wrongPassword: 'Wrong-pass-4711!',
  card: '4000000000000341',
  cardAsShown: '4000 0000 0000 0341',
  cvc: '"739"',
};
const mailed = { resetCode: 'rEsEt5eCrEtCode', verifyCode: 'vErIfY5eCrEtCode' };

/** Throws an uncaught error; its report contains the steps that led to it. */
async function breakDown(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
  await expect.poll(() => collector.received().includes(message), { message }).toBe(true);
}

/** Times of the first paint and of the request for the reporting library, in ms. */
const loadingTimes = (page: Page) =>
  page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked: performance.getEntriesByType('resource').find(({ name }) => /\/sentry-[^/]*\.js/.test(name))?.startTime ?? 0,
  }));

test('errors are reported after the first paint, with breadcrumbs and replays but no secrets', async ({ browser }) => {
  const brand = await makeReviewBrand(server);
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${server.port}` });
  await keepToasts(context);
  // A low random number passes every sampling check; replays are rarest, at one session in two hundred.
  await context.addInitScript(() => {
    const { random } = Math;
    Math.random = () => 0.004 + random() / 1100;
  });
  const page = await context.newPage();
  const forbidden: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) forbidden.push(message.text());
  });

  await page.goto(`/reset/password?brandId=${brand.id}&code=${mailed.resetCode}`);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(typed.newPassword);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(typed.newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Reset password failed');
  await breakDown(page, 'broken at a new password');
  const { painted, asked } = await loadingTimes(page);
  expect(asked).toBeGreaterThan(painted);

  await page.goto(`/verify/email?brand_id=${brand.id}&code=${mailed.verifyCode}`);
  await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByText('There was an error verifying your email. Log in to send a new link.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await breakDown(page, 'broken after a link');
  await logIn(page, { ...brand, password: typed.wrongPassword });
  await expectToast(page, 'Login failed');
  await logIn(page, brand);

  await page.getByRole('link', { name: brand.campaign }).click();
  await expect(campaignTitle(page, brand.campaign)).toBeVisible();
  await expect(page.getByText(brand.drafts[0].creator)).toBeVisible();
  await page.getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Funds' });
  await dialog.getByLabel('Card number').fill(typed.card);
  await dialog.getByLabel('Expiry').fill('1234');
  await dialog.getByLabel('CVC').fill('739');
  await dialog.getByRole('button', { name: 'Add $100.00' }).click();
  await expectToast(page, 'Error: Could not add funds.');
  await breakDown(page, 'broken at the end');
  const { accessToken = '', refreshToken = '' } = await page.evaluate<Record<string, string>>(() => ({
    ...localStorage,
  }));
  expect([accessToken, refreshToken]).not.toContain('');

  for (const type of ['event', 'span', 'replay_event', 'replay_recording']) {
    await expect.poll(() => collector.count(type), { message: type }).toBeGreaterThan(0);
  }
  await context.close();
  const sent = collector.received();
  // toContain would print the whole report on failure.
  const has = (pattern: RegExp) => expect(pattern.test(sent), String(pattern)).toBe(true);
  has(/"type":"ApiError","value":"[^"]*declined/);
  has(/\/reset\/password\?brandId=/);
  // Typed text is masked with asterisks.
  has(new RegExp(`"text":"[*]{${typed.wrongPassword.length}}"`));
  const secrets = { ...typed, ...mailed, password: brand.password, accessToken, refreshToken, bearer: 'Bearer ' };
  const texts = { brand: brand.name, creator: brand.drafts[0].creator };
  const leaked = Object.entries({ ...secrets, ...texts }).filter(([, text]) => sent.includes(text));
  expect(leaked.map(([name]) => name)).toEqual([]);
  expect(forbidden).toEqual([]);
});
