import { onboardingSteps } from '#contract/brand/brand.ts';
import { streamChanges } from '#contract/calls/live.ts';
import type { FaultProxy } from '#tests/faults/proxy.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { alertWith, badGateway, breakCalls } from '../fixtures/network/failures.ts';
import { startAppServer } from '../fixtures/server/app-server.ts';
import { changeBrand, makeBrand } from '../fixtures/server/brand.ts';
import { approve, logIn, offerRow } from '../fixtures/steps/app.ts';
import { fillCard } from '../fixtures/steps/card.ts';
import { fillIn, giveWizard, openWizard } from '../fixtures/steps/wizard.ts';
import { expect, storageWith, test } from '../fixtures/test.ts';

// Without a service worker, as in a private window, the page itself reports every failure.
test.use({ serviceWorkers: 'block' });
test.beforeEach(({ complaints }) => {
  complaints.allow(/status of 4\d\d/);
});

const mend = (cable: FaultProxy) => cable.setMode({ kind: 'pass' });

test.describe('the app without a worker shows load errors', () => {
  // Wide enough for a campaign's figures beside its offers.
  test.use({ viewport: { width: 1280, height: 800 } });

  test('of the account, and recovers on retry', async ({ page, cable, brand }) => {
    await breakCalls(cable, /\/brands\/current/);
    await page.goto('/');
    await expect(page.getByText('Error loading account, please refresh the page')).toBeVisible();
    await expect(page.getByText(badGateway)).toBeVisible();
    await mend(cable);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: brand.campaign })).toBeVisible();
  });

  test('of a campaign and of its figures', async ({ page, cable, brand }) => {
    await breakCalls(cable, /\/campaigns\/details\//);
    await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
    await expect(page.getByText('Error fetching campaign')).toBeVisible();
    await breakCalls(cable, /\/analytics\/campaign\//);
    await page.reload();
    await expect(alertWith(page, 'Error fetching analytics')).toContainText(`Error: ${badGateway}`);
  });

  test('of analytics: the figures and the posts', async ({ page, cable }) => {
    await breakCalls(cable, /\/analytics\/brand\/[^/]+\?/);
    await page.goto('/dashboard/analytics');
    await expect(page.getByText('Unable to fetch brand analytics')).toBeVisible();
    await expect(page.getByText(`Error: ${badGateway}`)).toBeVisible();
    await breakCalls(cable, /\/analytics\/brand\/[^/]+\/posts/);
    await page.reload();
    await expect(page.getByText(`Error: Unable to fetch post analytics - ${badGateway}`)).toBeVisible();
  });

  test('of the wizard’s data', async ({ page, cable }) => {
    await breakCalls(cable, /\/v1\.0\/tags/);
    const wizard = await openWizard(page);
    await expect(wizard.getByText('Error loading data.')).toBeVisible();
  });

  test('of an offer that doesn’t exist: no panel opens', async ({ page, brand }) => {
    await page.goto(`/dashboard/campaigns/${brand.campaignId}?offerId=off_00000000000000000000000000`);
    await expect(offerRow(page, brand.drafts[0])).toBeVisible();
    await expect(page).not.toHaveURL(/offerId/);
  });

  test('of a verification link that is incomplete', async ({ page, brand, server }) => {
    await changeBrand(server, brand.id, { emailVerified: false });
    await page.goto(`/verify/email?brand_id=${brand.id}`);
    await expect(alertWith(page, 'Invalid verification link, brand id or code missing')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
  });

  for (const [part, path] of [
    ['code', /\/assets\/settings.*\.js/],
    ['style', /\/assets\/settings.*\.css/],
  ] as const) {
    test(`of a screen’s own ${part}, with a retry`, async ({ page, cable }) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
      await breakCalls(cable, path);
      await page.goto('/dashboard/settings');
      await expect(alertWith(page, 'Something went wrong')).toContainText('Please check your internet connection');
      await mend(cable);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    });
  }

  test('of a dialog’s code: it waits and opens once loaded', async ({ page, cable, brand }) => {
    await page.goto('/');
    const campaign = page.getByRole('link', { name: brand.campaign });
    await expect(campaign).toBeVisible();
    await breakCalls(cable, /\/assets\/AddFundsDialog.*\.js/);
    await page.getByRole('button', { name: 'Add Funds' }).click();
    await expect(page.getByText('Loading…')).toBeVisible();
    await expect(campaign).toBeVisible();
    await mend(cable);
    await expect(page.getByRole('dialog', { name: 'Add Funds' })).toBeVisible();
    await expect(page.getByText('Loading…')).toBeHidden();
  });

  test('of a picture: initials replace it', async ({ page, cable, brand }) => {
    await breakCalls(cable, /\/media\//);
    await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
    await expect(offerRow(page, brand.drafts[0])).toContainText('AB');
  });
});

test.describe('the app without a worker shows failed changes', () => {
  test('of a decision: it wasn’t sent', async ({ page, cable, brand }) => {
    await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
    await expect(offerRow(page, brand.drafts[0])).toBeVisible();
    await breakCalls(cable, /\/evidence\//);
    await approve(page, brand.drafts[0]);
    await expect(alertWith(page, 'Something went wrong. Please try again.')).toBeVisible();
    await mend(cable);
    // After the reload the offer's panel is still open, with the decision.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Approve draft' })).toBeVisible();
  });

  test('of a campaign: archiving and marking as read', async ({ page, cable, brand, server }) => {
    const rejected = { approvalStatus: 'REJECTED', rejectionReason: 'Too short.', workerStatus: null } as const;
    const campaignId = await server.given.campaign(brand.id, { name: 'Winter tea', ...rejected });
    await page.goto(`/dashboard/campaigns/${campaignId}`);
    await page.getByRole('button', { name: 'Archive Campaign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Would you like to archive this campaign?' });
    await expect(dialog).toBeVisible();
    await breakCalls(cable, /\/campaigns\//, 'PUT');
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(alertWith(page, 'Error archiving campaign.')).toContainText(badGateway);

    await cable.setMode({ kind: 'status', status: 500, match: { pathPattern: /\/campaigns\//, method: 'PUT' } });
    const unreadId = await server.given.campaign(brand.id, { name: 'Autumn tea', unread: true });
    await page.goto(`/dashboard/campaigns/${unreadId}`);
    await expect(alertWith(page, 'Error updating campaign.')).toContainText('status: 500');
    await expect(page).toHaveURL(/\/dashboard\/campaigns(\?.*)?$/);
  });

  test('of the brand', async ({ page, cable, brand, server }) => {
    await changeBrand(server, brand.id, { brandUrl: 'https://harbour.test', tikTokHandle: 'harbour' });
    await page.goto('/dashboard/settings');
    await page.getByLabel('About').fill('Tea from the harbour, every day.');
    await breakCalls(cable, /\/brands\/current/, 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(alertWith(page, 'Failed to update brand')).toContainText(badGateway);
    await expect(page.getByLabel('About')).toHaveValue('Tea from the harbour, every day.');
    await mend(cable);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Your profile has been updated.');
  });

  test('of a new campaign: its handle and its creation', async ({ page, cable, brand, server, complaints }) => {
    // With a stream, the page would close the wizard as soon as the brand loses its approval.
    await page.route(`**${streamChanges.path}`, (route) => route.abort());
    complaints.allow(/ERR_FAILED/);
    await giveWizard(server, brand.id);
    const wizard = await openWizard(page);
    await wizard.getByLabel('TikTok username').fill('harbour.tea');
    await breakCalls(cable, /\/brands\/current/, 'PUT');
    await wizard.getByRole('button', { name: 'Save' }).click();
    await expect(alertWith(page, 'Something went wrong. Please try again.')).toBeVisible();
    await mend(cable);
    await fillIn(wizard);
    await expectToast(page, 'TikTok username saved');
    // The brand loses its approval after opening the wizard.
    await changeBrand(server, brand.id, { approvalStatus: 'PENDING' });
    await wizard.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(alertWith(page, 'Create campaign failed')).toContainText('Please try again');
  });

  test('of funds: a card that can’t be saved and one that the bank declines', async ({ page, cable }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Add Funds' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Funds' });
    const pay = async (number: string) => {
      await fillCard(dialog, number);
      await dialog.getByRole('button', { name: 'Add $100.00' }).click();
    };
    await dialog.getByLabel('Card number').waitFor();
    await breakCalls(cable, /\/billing\/payment-methods/);
    await pay('4242424242424242');
    await expect(alertWith(page, 'Error: Could not add funds. Please refresh the page and try again.')).toBeVisible();
    await mend(cable);
    await page.reload();
    await page.getByRole('button', { name: 'Add Funds' }).click();
    await pay('4000000000000002');
    await expect(alertWith(page, 'Error processing payment.')).toContainText('Your card was declined.');
    await pay('4000003720000278');
    await expectToast(
      page,
      'Funds added successfully, but are pending processing.You will see them in your account once they are processed.',
    );
  });
});

test.describe('the logged-out app without a worker shows', () => {
  test.use({ loggedIn: false });

  test('that the server took too long', async ({ page, cable, brand }) => {
    await page.goto('/');
    await expect(page.getByLabel('Email')).toBeVisible();
    await cable.setMode({ kind: 'stall', match: { pathPattern: /\/auth\/login/ } });
    await logIn(page, brand);
    // A change is tried twice, with a timeout of 30 s each.
    await expect(alertWith(page, 'Login failed')).toContainText('Request timeout', { timeout: 100_000 });
  });
});

test('adding funds shows that cards aren’t accepted without a key and a sandbox', async ({ browser }) => {
  const server = await startAppServer({ payments: { card: null, paypal: null } });
  const origin = `http://127.0.0.1:${server.port}`;
  const { id } = await makeBrand(server);
  const context = await browser.newContext({
    serviceWorkers: 'block',
    storageState: storageWith(await server.sessionOf(id), origin),
  });
  try {
    const page = await context.newPage();
    await page.goto(origin);
    await page.getByRole('button', { name: 'Add Funds' }).click();
    await expect(page.getByText('No publishable key found')).toBeVisible();
  } finally {
    await context.close();
    await server.close();
  }
});

test('onboarding shows that a step couldn’t be marked as done, before and after the payment', async ({
  page,
  cable,
  brand,
  server,
}) => {
  await changeBrand(server, brand.id, { onboarding: {} });
  await page.goto('/');
  const modal = page.getByRole('dialog', { name: 'Set up your brand' });
  await expect(modal.getByRole('button', { name: 'Get started' })).toBeVisible();
  await breakCalls(cable, /\/onboard$/);
  await modal.getByRole('button', { name: 'Get started' }).click();
  await expect(alertWith(page, 'Something went wrong.')).toContainText('Please try again.');
  await mend(cable);
  const open = ['payment', 'complete'];
  const onboarding = Object.fromEntries(onboardingSteps.map((step) => [step, !open.includes(step)]));
  await changeBrand(server, brand.id, { onboarding });
  await page.goto('/');
  await fillCard(modal);
  await breakCalls(cable, /\/onboard$/);
  await modal.getByRole('button', { name: /^Pay \$/ }).click();
  await expectToast(page, 'Payment was successful, but something went wrong.');
});
