import type { Browser, Page } from '@playwright/test';
import { decideOnBrand } from '#server/services/admin/brand-decisions.ts';
import type { FaultMode } from '#tests/faults/modes.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import type { Complaints } from '../fixtures/network/complaints.ts';
import type { AppServer } from '../fixtures/server/app-server.ts';
import { logIn, signUp } from '../fixtures/steps/app.ts';
import { atStep, expectFunded, fundsAdded, payWithConfirmation, press, steps } from '../fixtures/steps/onboarding.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ loggedIn: false });

const password = 'Right-pass1!';

const cuts: { name: string; mode(pathPattern: RegExp): FaultMode }[] = [
  { name: '', mode: () => ({ kind: 'pass' }) },
  {
    name: ', though every answer on its way is lost once',
    mode: (pathPattern) => ({ kind: 'lose-answer', match: { method: 'POST', pathPattern } }),
  },
];

for (const { name, mode } of cuts) {
  test(`a new brand signs up, verifies its email, is approved, adds funds and reaches the dashboard${name}`, async ({
    page,
    brand,
    cable,
    server,
    complaints,
  }) => {
    complaints.allow(/status of 4\d\d/);
    const email = `new-${brand.id.toLowerCase()}@brands.test`;
    const isCut = mode(/./).kind !== 'pass';
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign Up' }).click();
    await cable.setMode(mode(/\/auth\/signup/));
    await signUp(page, { name: 'Harbour Tea', email, password });
    if (isCut) {
      await expect(page.getByRole('alert').filter({ hasText: 'Signup failed' })).toBeVisible();
      await cable.setMode({ kind: 'pass' });
      await page.getByRole('button', { name: 'Sign Up' }).click();
    }
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();

    const [mail, ...others] = await server.mailsTo(email);
    expect(others).toEqual([]);
    const { pathname, search } = new URL(mail?.link ?? '');
    await cable.setMode(mode(/\/verifyEmail/));
    // A failed verification shows a browser alert; the next attempt succeeds.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${pathname}${search}`);
    await expect(page.getByRole('heading', { name: 'Account Under Review' })).toBeVisible({ timeout: 60_000 });
    await cable.setMode({ kind: 'pass' });

    await decideOnBrand({ db: server.db, now: () => new Date() }, { brand: email, decision: 'APPROVED' });
    const modal = page.getByRole('dialog', { name: 'Set up your brand' });
    // The page polls every 15 s.
    await expect(modal).toContainText('Welcome, Harbour Tea', { timeout: 40_000 });
    if (isCut) return;
    for (const { title, fill, next } of steps) {
      await atStep(modal, title);
      await fill(modal);
      await press(modal, next);
    }
    await atStep(modal, 'Finalize and pay');
    await payWithConfirmation(page, modal);
    await expectFunded(page, modal);
    const brandId = await page.evaluate(() => localStorage.getItem('brandId') ?? '');
    expect(await fundsAdded(server, brandId)).toEqual([75_000]);
  });
}

/** A brand with an unread verification email, and the app open on its phone. */
async function waitingBrand(server: AppServer, page: Page, email: string): Promise<string> {
  await page.goto('/signup');
  await signUp(page, { name: 'Harbour Tea', email, password });
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  const [mail] = await server.mailsTo(email);
  const { pathname, search } = new URL(mail?.link ?? '');
  return `${pathname}${search}`;
}

/** The browser that opens the mailbox; it has never logged in to Afield. */
const mailboxBrowser = (browser: Browser, complaints: Complaints, baseURL: string | undefined) =>
  browser
    .newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 360, height: 800 }, serviceWorkers: 'block' })
    .then((context) => {
      complaints.watch(context);
      return context;
    });

test('a link opened in another browser verifies the email, and the phone moves on by itself', async ({
  page,
  brand,
  browser,
  baseURL,
  server,
  complaints,
}) => {
  const email = `safari-${brand.id.toLowerCase()}@brands.test`;
  const link = await waitingBrand(server, page, email);
  const mailbox = await mailboxBrowser(browser, complaints, baseURL);
  const opened = await mailbox.newPage();
  await opened.goto(link);
  const verify = opened.getByRole('button', { name: 'Verify email' });
  await expect(verify).toBeVisible();
  await expectAccessible(opened, 'email to be verified');
  await verify.click();
  await expect(opened.getByRole('heading', { name: 'Email Verified' })).toBeVisible();
  await expectAccessible(opened, 'email verified');
  // The page polls every 15 s.
  await expect(page.getByRole('heading', { name: 'Account Under Review' })).toBeVisible({ timeout: 40_000 });
  await opened.getByRole('button', { name: 'Log in here' }).click();
  await logIn(opened, { email, password });
  await expect(opened.getByRole('heading', { name: 'Account Under Review' })).toBeVisible();
  await mailbox.close();
});

test('a link is kept until the user has logged in, if the server requires a session', async ({
  page,
  brand,
  browser,
  baseURL,
  server,
  complaints,
}) => {
  complaints.allow(/status of 401/);
  const email = `strict-${brand.id.toLowerCase()}@brands.test`;
  const link = await waitingBrand(server, page, email);
  const mailbox = await mailboxBrowser(browser, complaints, baseURL);
  await mailbox.route('**/verifyEmail', (route) =>
    route.request().headers().authorization === undefined
      ? route.fulfill({ status: 401, json: { message: 'Please log in.', code: 'unauthorized' } })
      : route.continue(),
  );
  const opened = await mailbox.newPage();
  await opened.goto(link);
  await opened.getByRole('button', { name: 'Verify email' }).click();
  await expect(opened.getByText('Log in to verify your email.')).toBeVisible();
  await logIn(opened, { email, password });
  await expect(opened.getByRole('heading', { name: 'Account Under Review' })).toBeVisible();
  await mailbox.close();
});

test('a brand resets its forgotten password by email', async ({ page, brand, server }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  // The login form has a field with the same label.
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await page.getByLabel('Email').fill(brand.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Check your email for a link to reset!')).toBeVisible();

  const mail = (await server.mailsTo(brand.email)).at(-1);
  const { pathname, search } = new URL(mail?.link ?? '');
  await page.goto(`${pathname}${search}`);
  const changed = 'Changed-pass2!';
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(changed);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(changed);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Your new password has been successfuly created. Please log back in.');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await logIn(page, { email: brand.email, password: changed });
  await expect(page.getByRole('link', { name: brand.campaign })).toBeVisible();
});
