import type { Page } from '@playwright/test';
import { allStored } from '../fixtures/network/stored.ts';
import type { ReviewBrand } from '../fixtures/server/brand.ts';
import { emptyTab, hang, hasRoom, raiseVersion } from '../fixtures/server/databases.ts';
import {
  approve,
  approveOffline,
  closeOffer,
  expectUpToDate,
  offerPanel,
  offerRow,
  openCampaign,
  syncBanner,
} from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

const silent = 'This device’s storage isn’t responding';

async function logOut(page: Page, brand: ReviewBrand) {
  await page.getByRole('button', { name: `${brand.name}, account` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
}

const sessionKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /token|brandId/i.test(key)));

test.describe('storage that hangs', () => {
  test('is bypassed for screens and decisions, and used again once it responds', async ({
    page,
    context,
    brand,
    server,
    airplane,
    complaints,
  }) => {
    const [first, second] = brand.drafts;
    await openCampaign(page, brand);
    const tab = await emptyTab(context, new URL(page.url()).origin, complaints);
    const release = await hang(tab);
    await page.bringToFront();
    await page.reload();
    await expect(syncBanner(page)).toContainText(silent);
    await expect(offerRow(page, first)).toContainText('Review draft');
    await approve(page, first);
    await expect(offerPanel(page, first)).toContainText('Approved');
    await closeOffer(page, first);
    expect(server.applied.filter(({ offerId }) => offerId === first.offerId)).toHaveLength(1);

    await release();
    await expectUpToDate(page);
    await airplane.on();
    await approveOffline(page, second);
    await airplane.off();
    await expect(offerRow(page, second)).not.toContainText('Approval queued');
    expect(server.applied.filter(({ offerId }) => offerId === second.offerId)).toHaveLength(1);
    expect(server.applied.filter(({ offerId }) => offerId === first.offerId)).toHaveLength(1);
  });

  test('doesn’t block logging out, and remaining data is reported and removed later', async ({
    page,
    context,
    brand,
    complaints,
  }) => {
    await openCampaign(page, brand);
    const tab = await emptyTab(context, new URL(page.url()).origin, complaints);
    const release = await hang(tab);
    await page.bringToFront();
    await logOut(page, brand);
    expect(await sessionKeys(page)).toEqual([]);
    const note = page.getByRole('alert').filter({ hasText: 'still on this device' });
    await expect(note).toContainText('campaigns, offers and analytics');
    const remove = note.getByRole('button', { name: 'Remove now' });
    // The login screen has retried the removal once automatically.
    await expect(remove).toBeEnabled();
    await release();
    await remove.click();
    await expect(note).toBeHidden();
    await expect.poll(async () => (await allStored(page)).includes(brand.campaignId)).toBe(false);
  });
});

test('storage upgraded by a newer version is bypassed, and logging out clears it', async ({
  page,
  context,
  brand,
  server,
  complaints,
}) => {
  const [draft] = brand.drafts;
  await openCampaign(page, brand);
  const tab = await emptyTab(context, new URL(page.url()).origin, complaints);
  await raiseVersion(tab);
  await page.bringToFront();
  await page.reload();
  await expect(syncBanner(page)).toContainText(silent);
  await approve(page, draft);
  await expect(offerPanel(page, draft)).toContainText('Approved');
  await closeOffer(page, draft);
  expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
  await logOut(page, brand);
  expect(await sessionKeys(page)).toEqual([]);
  await expect.poll(async () => (await allStored(page)).includes(brand.campaignId)).toBe(false);
});

test('a full disk doesn’t block server data and decisions, and unsaved data is reported', async ({
  page,
  context,
  brand,
  server,
  airplane,
  complaints,
}) => {
  const [first, second] = brand.drafts;
  await openCampaign(page, brand);
  const { origin } = new URL(page.url());
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const tab = await emptyTab(context, origin, complaints);
  await expect.poll(() => hasRoom(tab), { timeout: 90_000, intervals: [1000] }).toBe(false);
  await page.bringToFront();
  await approve(page, first);
  await expect(offerPanel(page, first)).toContainText('Approved');
  await closeOffer(page, first);
  await expect(offerRow(page, first)).not.toContainText('Review draft');
  expect(server.applied.filter(({ offerId }) => offerId === first.offerId)).toHaveLength(1);
  await expect(syncBanner(page)).toContainText('Storage full');

  await airplane.on();
  await approve(page, second);
  await expect(page.getByRole('alert').filter({ hasText: 'Your decision wasn’t sent or saved' })).toBeVisible();
  await closeOffer(page, second);
  await airplane.off();

  await browser.send('Storage.overrideQuotaForOrigin', { origin });
  await syncBanner(page).getByRole('button', { name: 'Free up space' }).click();
  await expectUpToDate(page);
  expect(server.applied.filter(({ offerId }) => offerId === second.offerId)).toHaveLength(0);
});
