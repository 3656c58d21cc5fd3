import type { Page } from '@playwright/test';
import { keptOut, keptOutTitles, suspension } from '#tests/support/personas/personas.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { approveOffline, comeBack, expectUpToDate, logIn, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

// Each persona uses a real phone and a server without the demo.

test.use({ loggedIn: false });

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** The banner's text, or null if there is no banner. */
const bannerText = async (page: Page) => ((await syncBanner(page).isVisible()) ? syncBanner(page).textContent() : null);

for (const persona of keptOut) {
  const title = keptOutTitles[persona];

  test(`a brand that is ${persona} sees its state and a banner without errors, also after an offline reload`, async ({
    page,
    context,
    server,
    airplane,
  }) => {
    const account = await server.persona(persona);
    await page.goto('/');
    await logIn(page, account);
    await expect(heading(page, title)).toBeVisible();
    await expectAccessible(page, persona);
    const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(await overflow(), 'a short text under the banner has nothing to scroll').toBe(0);
    const refused = context.waitForEvent('response', (response) => response.url().includes('/brand/v1.0/changes'));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await page.reload();
    expect((await refused).status()).toBe(403);
    await expect(heading(page, title)).toBeVisible();
    expect(await bannerText(page)).not.toMatch(/couldn|retry|attention/i);
    await airplane.on();
    await page.reload();
    await expect(heading(page, title)).toBeVisible();
    await expect(syncBanner(page)).toContainText('Offline. This page updates when you’re back online');
    await airplane.off();
  });
}

test('a pending brand enters the dashboard on approval, without a reload', async ({ page, server }) => {
  const account = await server.persona('unapproved');
  await page.goto('/');
  await logIn(page, account);
  await expect(heading(page, 'Account Under Review')).toBeVisible();
  await server.operate('decide-on-brand', { brand: account.email, decision: 'APPROVED' });
  await expect(page.getByRole('dialog', { name: 'Set up your brand' })).toBeVisible();
});

test('a brand with one campaign can open it and decide offline', async ({ page, server, airplane, history }) => {
  const account = await server.persona('oneCampaign');
  await page.goto('/');
  await logIn(page, account);
  await expectUpToDate(page);
  await expect(page.getByRole('link', { name: 'Spring roast' })).toBeVisible();
  await airplane.on();
  await page.reload();
  await page.getByRole('link', { name: 'Spring roast' }).click();
  await approveOffline(page, { creator: 'Ada Moss' });
  await airplane.off();
  await expect.poll(() => server.applied.some(({ offerId }) => offerId === account.offerId)).toBe(true);
  expect(history.events().length).toBeGreaterThan(0);
});

test('a brand suspended while the app is open sees the reason without an error, and continues once reinstated', async ({
  page,
  server,
  complaints,
}) => {
  // The page may open the stream before it learns of the suspension.
  complaints.allow(/status of 403 .*\/changes\/stream/);
  const account = await server.persona('oneCampaign');
  await page.goto('/');
  await logIn(page, account);
  await expectUpToDate(page);
  await server.operate('suspend-brand', { brand: account.email, reason: suspension.reason });
  await comeBack(page);
  await expect(heading(page, 'Account Suspended')).toBeVisible();
  await expect(page.getByText(suspension.reason)).toBeVisible();
  expect(await bannerText(page)).not.toMatch(/couldn|retry|attention/i);
  await server.operate('reinstate-brand', { brand: account.email });
  await expect(page.getByRole('link', { name: 'Spring roast' })).toBeVisible({ timeout: 30_000 });
});

test('an erased brand returns to the login and can’t log in', async ({ page, server, complaints }) => {
  complaints.allow(/401/);
  const account = await server.persona('approved');
  await page.goto('/');
  await logIn(page, account);
  await expect(page.getByRole('dialog', { name: 'Set up your brand' })).toBeVisible();
  await server.operate('erase-data', { kind: 'brand', named: account.email, isConfirmed: true });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await logIn(page, account);
  await expect(page.getByText('Login failed')).toBeVisible();
});
