import { expectToast } from '../fixtures/looks/toasts.ts';
import { alertWith, badGateway, breakCalls } from '../fixtures/network/failures.ts';
import { changeBrand } from '../fixtures/server/brand.ts';
import { logIn } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

const noNetwork =
  'Network error: Unable to connect to the server. Please check your internet connection and try again.';
const password = 'Right-pass1!';

test.describe('the logged-out app shows', () => {
  test.use({ loggedIn: false });
  test.beforeEach(({ complaints }) => {
    complaints.allow(/status of 4\d\d/);
  });

  test('why the login failed', async ({ page, brand, cable }) => {
    await page.goto('/');
    // Requests now pass through the worker, which must report errors as the network does.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect(page.getByLabel('Email')).toBeVisible();
    const says = async (text: string) => {
      await logIn(page, brand);
      await expect(alertWith(page, 'Login failed')).toContainText(text);
      await alertWith(page, 'Login failed').getByRole('button', { name: 'Close' }).click();
    };
    await breakCalls(cable, /\/auth\/login/);
    await says(badGateway);
    await cable.setMode({ kind: 'captive-portal', portal: 'html', match: { pathPattern: /\/auth\/login/ } });
    await says(noNetwork);
    await cable.setMode({ kind: 'reset', match: { pathPattern: /\/auth\/login/ } });
    await says(noNetwork);
  });

  test('why the sign-up failed', async ({ page, brand, cable }) => {
    await page.goto('/signup');
    await page.getByLabel('Brand name').fill('Harbour Tea');
    await page.getByLabel('Email').fill(`new-${brand.id.toLowerCase()}@brands.test`);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
    await breakCalls(cable, /\/auth\/signup/);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(alertWith(page, 'Signup failed')).toContainText(badGateway);
  });

  test('that a reset link couldn’t be sent, and that one is invalid', async ({ page, brand, cable }) => {
    await page.goto('/reset/request');
    await page.getByLabel('Email').fill(brand.email);
    await breakCalls(cable, /requestPasswordReset/);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(alertWith(page, 'Something went wrong. Please try again.')).toBeVisible();

    await cable.setMode({ kind: 'pass' });
    await page.goto(`/reset/password?brandId=${brand.id}&code=${'x'.repeat(43)}`);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(alertWith(page, 'Reset password failed')).toBeVisible();

    await page.goto(`/reset/password?brandId=${brand.id}`);
    await expect(alertWith(page, 'Invalid reset password link')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });

  test('that the app itself couldn’t be loaded', async ({ page, cable }) => {
    await breakCalls(cable, /\/assets\/.*\.js/);
    await page.goto('/');
    await expect(page.getByText('Error loading application')).toBeInViewport();
    await cable.setMode({ kind: 'pass' });
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Error loading application')).toBeHidden();
    await expect(page.locator('#root[data-early]')).toHaveCount(0);
  });

  for (const [part, file] of [
    ['code', /\/assets\/app-.*\.js/],
    ['a style sheet', /\/assets\/app-.*\.css/],
  ] as const) {
    test(`that ${part} of the app is missing, until it has been fetched again`, async ({ page, cable }) => {
      await breakCalls(cable, file);
      await page.goto('/');
      await page.getByLabel('Email').fill('half@north');
      await expect(page.getByText('Error loading application')).toBeInViewport();
      await cable.setMode({ kind: 'pass' });
      await expect(page.getByText('Error loading application')).toBeHidden();
      await expect(page.locator('#root[data-early]')).toHaveCount(0);
      await expect(page.getByLabel('Email')).toHaveValue('half@north');
      const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''));
      expect(sheets.filter((href) => /\/app-.*\.css/.test(href))).toHaveLength(1);
    });
  }
});

test.describe('the app with a pending account shows', () => {
  test.beforeEach(async ({ server, brand, complaints }) => {
    complaints.allow(/status of 4\d\d/);
    await changeBrand(server, brand.id, { emailVerified: false });
  });

  test('that a link verified nothing and a new one is on its way', async ({ page, brand, server }) => {
    const said = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      });
    });
    await page.goto(`/verify/email?brand_id=${brand.id}&code=${'x'.repeat(43)}`);
    expect(await said).toBe(
      'There was an error verifying your email. Please check your email for a new link to verify.',
    );
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    await expect.poll(async () => (await server.mailsTo(brand.email)).length).toBeGreaterThan(0);
  });

  test('whether a new link was sent', async ({ page, cable }) => {
    await page.goto('/');
    const another = page.getByRole('button', { name: 'Send a new link' });
    await expect(another).toBeVisible();
    await breakCalls(cable, /sendEmailCode/);
    await another.click();
    await expect(
      alertWith(page, 'There was an error sending a new verification link. Please try again later.'),
    ).toBeVisible();
    await cable.setMode({ kind: 'pass' });
    await another.click();
    await expectToast(page, 'Email verification link sent');
  });

  test('an error from a part of the app that failed to load at first', async ({ page, cable }) => {
    await breakCalls(cable, /\/assets\/Toaster-.*\.js/);
    const lost = page.waitForEvent('response', (response) => /Toaster-.*\.js/.test(response.url()));
    await page.goto('/');
    expect((await lost).status()).toBe(502);
    const another = page.getByRole('button', { name: 'Send a new link' });
    await expect(another).toBeVisible();
    await cable.setMode({ kind: 'pass' });
    await another.click();
    await expect(alertWith(page, 'Email verification link sent')).toBeVisible();
  });
});

test.describe('the dashboard shows', () => {
  test('that a campaign doesn’t exist', async ({ page, complaints }) => {
    complaints.allow(/status of 404/);
    await page.goto('/dashboard/campaigns/cmp_00000000000000000000000000');
    await expect(alertWith(page, 'Campaign not found.')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/campaigns(\?.*)?$/);
  });
});

test.describe('onboarding shows what couldn’t be saved', () => {
  test.beforeEach(async ({ server, brand }) => {
    const onboarding = { welcome: true };
    await changeBrand(server, brand.id, { onboarding, description: null });
  });

  test('at every step', async ({ page, cable }) => {
    await page.goto('/');
    const modal = page.getByRole('dialog', { name: 'Set up your brand' });
    const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>');
    const next = () => modal.getByRole('button', { name: 'Next', exact: true }).click();
    const steps: { failure: string; fill: () => Promise<void> }[] = [
      {
        failure: 'Failed to update brand bio.',
        fill: () => modal.getByLabel('Brand description').fill('Tea from the harbour.'),
      },
      {
        failure: 'Failed to update brand logo.',
        fill: () =>
          modal
            .locator('input[type=file]')
            .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo }),
      },
      { failure: 'Failed to update brand website.', fill: () => modal.getByLabel('Website').fill('harbour.test') },
      {
        failure: 'Failed to update store locator URL.',
        fill: () => modal.getByLabel('Store locator URL').fill('harbour.test/shops'),
      },
      {
        failure: 'Failed to update social media handles.',
        fill: () => modal.getByLabel('TikTok').fill('harbour.tea'),
      },
    ];
    for (const { failure, fill } of steps) {
      await fill();
      await breakCalls(cable, /\/brands\/current|\/storage\//);
      await next();
      await expect(alertWith(page, failure)).toContainText('Please try again.');
      await cable.setMode({ kind: 'pass' });
      await next();
      await expect(alertWith(page, failure)).toBeHidden();
    }
  });
});
