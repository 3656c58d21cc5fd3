import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '#server/database/tables/tables.ts';
import type { AppServer } from '../fixtures/server/app-server.ts';
import { type BrandAccount, changeBrand, makeReviewBrand, type ReviewBrand } from '../fixtures/server/brand.ts';
import {
  approveOffline,
  campaignTitle,
  expectUpToDate,
  logIn,
  offerRow,
  openCampaign,
  syncBanner,
} from '../fixtures/steps/app.ts';
import { expect, storageWith, test } from '../fixtures/test.ts';

const endSessions = ({ db }: AppServer, { id }: BrandAccount) =>
  db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.brandId, id));

test.describe('a session', () => {
  test('refreshes an expired access token without the user noticing', async ({
    browser,
    brand,
    server,
    cable,
    complaints,
  }) => {
    // The first requests are refused before the token is refreshed.
    complaints.allow(/status of 401/);
    const session = await server.sessionOf(brand.id, { ageMs: 3_600_000 });
    const context = await browser.newContext({ baseURL: cable.url, storageState: storageWith(session, cable.url) });
    complaints.watch(context);
    const page = await context.newPage();
    await openCampaign(page, brand);
    await expect(offerRow(page, brand.drafts[0])).toContainText('Review draft');
    await context.close();
  });

  test('that has ended keeps the decisions, which are sent after the brand logs in again', async ({
    page,
    brand,
    airplane,
    server,
    complaints,
    history,
  }) => {
    complaints.allow(/status of 401/);
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await endSessions(server, brand);
    await airplane.off();
    // Without a session, decisions can't be sent.
    history.record({ kind: 'closed' });
    await expect(syncBanner(page)).toContainText('Session expired. Log in to send 1 waiting action');
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);

    await syncBanner(page).getByRole('button', { name: 'Log in' }).click();
    await logIn(page, brand);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    history.record({ kind: 'opened' });
    await expectUpToDate(page);
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
  });

  test('that has ended still shows pending decisions when Afield is opened offline', async ({
    page,
    brand,
    airplane,
    server,
    complaints,
    history,
  }) => {
    complaints.allow(/status of 401/);
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await endSessions(server, brand);
    await airplane.off();
    history.record({ kind: 'closed' });
    const banner = syncBanner(page);
    const text = 'Session expired. Log in to send 1 waiting action';
    await expect(banner).toContainText(text);
    await airplane.on();
    await page.reload();
    await expect(banner).toContainText(text);
    // By now the first requests have been served from the cache, or have failed.
    await expect(offerRow(page, draft)).toContainText('Approval queued');
    await page.goBack();
    await expect(page.getByRole('link', { name: brand.campaign })).toBeVisible();
    await expect(banner).toContainText(text);
    await expect(page).toHaveURL(/\/dashboard\/campaigns$/);
  });

  test('of another brand leaves the first one’s pending decisions to the first one’s next session', async ({
    page,
    brand,
    airplane,
    server,
    complaints,
    history,
  }) => {
    complaints.allow(/status of 401/);
    const [draft] = brand.drafts;
    const other = await makeReviewBrand(server);
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await endSessions(server, brand);
    await airplane.off();
    history.record({ kind: 'closed' });
    await syncBanner(page).getByRole('button', { name: 'Log in' }).click();

    await logIn(page, other);
    await expectUpToDate(page);
    await expect(syncBanner(page)).not.toContainText('waiting');
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);

    await page.getByRole('button', { name: `${other.name}, account` }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await logIn(page, brand);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    history.record({ kind: 'opened' });
    await expectUpToDate(page);
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
  });

  test('that changes in one tab changes in all tabs', async ({
    page,
    context,
    brand,
    airplane,
    server,
    complaints,
    history,
  }) => {
    complaints.allow(/status of 401/);
    const [draft] = brand.drafts;
    const other = await makeReviewBrand(server);
    const campaignOf = (on: Page, { campaignId }: ReviewBrand) =>
      on.locator(`a[href^="/dashboard/campaigns/${campaignId}"]`);
    await openCampaign(page, brand);
    const tab = await context.newPage();
    await tab.goto('/dashboard/campaigns');
    await expectUpToDate(tab);
    await airplane.on();
    await approveOffline(page, draft);
    await endSessions(server, brand);
    await airplane.off();
    history.record({ kind: 'closed' });
    await expect(syncBanner(page)).toContainText('Session expired. Log in to send 1 waiting action');

    await syncBanner(tab).getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await logIn(tab, other);
    await expectUpToDate(tab);
    await expect(campaignOf(page, other)).toBeVisible();
    await expect(campaignOf(page, brand)).toHaveCount(0);
    await expect(syncBanner(page)).not.toContainText('waiting');

    await tab.getByRole('button', { name: `${other.name}, account` }).click();
    await tab.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);

    await logIn(page, brand);
    await expect(campaignOf(tab, brand)).toBeVisible();
    history.record({ kind: 'opened' });
    await expectUpToDate(page);
    expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
  });
});

test.describe('the login', () => {
  test.use({ loggedIn: false });

  test('explains an invalid email or password', async ({ page, brand, complaints }) => {
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

  test('leads back to the deep link that required it', async ({ page, brand }) => {
    const [draft] = brand.drafts;
    await page.goto(`/dashboard/campaigns/${brand.campaignId}?offerId=${draft.offerId}`);
    await expect(page).toHaveURL(/\/$/);
    await logIn(page, brand);
    await expect(campaignTitle(page, brand.campaign)).toBeAttached();
    await expect(page.getByRole('dialog')).toContainText(draft.creator);
  });

  test('stops at an unverified email and at a review, then opens the deep link once approved', async ({
    page,
    brand,
    server,
  }) => {
    await changeBrand(server, brand.id, { emailVerified: false, approvalStatus: 'PENDING' });
    const [draft] = brand.drafts;
    await page.goto(`/dashboard/campaigns/${brand.campaignId}?offerId=${draft.offerId}`);
    await logIn(page, brand);
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    await changeBrand(server, brand.id, { emailVerified: true });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Account Under Review' })).toBeVisible();
    await changeBrand(server, brand.id, { approvalStatus: 'APPROVED' });
    // The page polls every 15 s.
    await expect(page.getByRole('dialog')).toContainText(draft.creator, { timeout: 40_000 });
  });

  test('returns to the login from an account gate', async ({ page, brand, server }) => {
    await changeBrand(server, brand.id, { emailVerified: false });
    await page.goto('/');
    await logIn(page, brand);
    await page.getByRole('button', { name: 'Back to Login' }).click();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
});
