import { eq } from 'drizzle-orm';
import { brands, sessions } from '../../src/server/database/tables.ts';
import {
  approveOffline,
  campaignTitle,
  expectUpToDate,
  logIn,
  offerRow,
  openCampaign,
  syncBanner,
} from './fixtures/app.ts';
import { makeReviewBrand } from './fixtures/brand.ts';
import { expect, storageWith, test } from './fixtures/test.ts';

test.describe('a session', () => {
  test('whose access token is old goes on unnoticed', async ({ browser, brand, server, cable, complaints }) => {
    // The first calls are refused before the token is exchanged.
    complaints.allow(/status of 401/);
    const session = await server.sessionOf(brand.id, { ageMs: 3_600_000 });
    const context = await browser.newContext({ baseURL: cable.url, storageState: storageWith(session, cable.url) });
    complaints.watch(context);
    const page = await context.newPage();
    await openCampaign(page, brand);
    await expect(offerRow(page, brand.drafts[0])).toContainText('Review draft');
    await context.close();
  });

  test('that has ended keeps the decisions: they are sent after the brand logs in again', async ({
    page,
    brand,
    airplane,
    server,
    complaints,
  }) => {
    complaints.allow(/status of 401/);
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await server.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.brandId, brand.id));
    await airplane.off();
    await expect(syncBanner(page)).toContainText('Session expired. Log in to send 1 waiting action');
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);

    await syncBanner(page).getByRole('button', { name: 'Log in' }).click();
    await logIn(page, brand);
    await expectUpToDate(page);
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
  });

  test('of another brand does not send what the first one left waiting', async ({
    page,
    brand,
    airplane,
    server,
    complaints,
  }) => {
    complaints.allow(/status of 401/);
    const [draft] = brand.drafts;
    const other = await makeReviewBrand(server);
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await server.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.brandId, brand.id));
    await airplane.off();
    await syncBanner(page).getByRole('button', { name: 'Log in' }).click();

    await logIn(page, other);
    await expectUpToDate(page);
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);
  });
});

test.describe('the way in', () => {
  test.use({ loggedIn: false });

  test('says what is wrong with an e-mail and a password', async ({ page, brand, complaints }) => {
    complaints.allow(/status of 401/);
    await page.goto('/');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Email is required.')).toBeVisible();
    await expect(page.getByText('Password is required.')).toBeVisible();
    await logIn(page, { email: 'nobody', password: 'x' });
    await expect(page.getByText('Invalid email address.')).toBeVisible();
    await logIn(page, { email: brand.email, password: 'Wrong-pass1!' });
    await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  test('leads back to the deep link that asked for it', async ({ page, brand }) => {
    const [draft] = brand.drafts;
    await page.goto(`/dashboard/campaigns/${brand.campaignId}?offerId=${draft.offerId}`);
    await expect(page).toHaveURL(/\/$/);
    await logIn(page, brand);
    await expect(campaignTitle(page, brand.campaign)).toBeAttached();
    await expect(page.getByRole('dialog')).toContainText(draft.creator);
  });

  test('stops at an unverified e-mail and at a review, and opens by itself once approved', async ({
    page,
    brand,
    server,
  }) => {
    const set = (row: Partial<typeof brands.$inferInsert>) =>
      server.db.update(brands).set(row).where(eq(brands.id, brand.id));
    await set({ emailVerified: false, approvalStatus: 'PENDING' });
    await page.goto('/dashboard/campaigns');
    await logIn(page, brand);
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    await set({ emailVerified: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Account Under Review' })).toBeVisible();
    await set({ approvalStatus: 'APPROVED' });
    await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible({ timeout: 20_000 });
  });

  test('goes back to the login from a gate', async ({ page, brand, server }) => {
    await server.db.update(brands).set({ emailVerified: false }).where(eq(brands.id, brand.id));
    await page.goto('/');
    await logIn(page, brand);
    await page.getByRole('button', { name: 'Back to Login' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
});
