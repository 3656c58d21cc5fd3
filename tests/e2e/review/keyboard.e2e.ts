import type { Locator, Page } from '@playwright/test';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { approveOffline, expectUpToDate, offerRow, openCampaign, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

/** Presses Tab until the control has focus. */
async function tabTo(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${wanted} can't be reached with Tab`);
}

test.describe('using only the keyboard', () => {
  test('reviews a draft, and focus returns', async ({ page, brand }) => {
    const [draft] = brand.drafts;
    await page.goto('/dashboard/campaigns');
    await expectUpToDate(page);
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: brand.campaign }));
    await page.keyboard.press('Enter');
    const row = offerRow(page, draft).getByRole('button');
    await expect(row).toBeVisible();
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await tabTo(page, panel.getByRole('button', { name: 'Request changes' }));
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, panel.getByRole('button', { name: 'Approve draft' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Offer approved');
  });

  test('requests changes', async ({ page, brand }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await tabTo(page, offerRow(page, draft).getByRole('button'));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await tabTo(page, panel.getByRole('button', { name: 'Request changes' }));
    await page.keyboard.press('Enter');
    await tabTo(page, panel.getByRole('checkbox', { name: 'Start over' }));
    await page.keyboard.press('Space');
    await tabTo(page, panel.getByRole('button', { name: 'Request changes (1)' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Offer rejected');
  });

  test('undoes a pending decision', async ({ page, brand, airplane }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await airplane.on();
    await approveOffline(page, draft);
    await tabTo(page, syncBanner(page).getByRole('button', { name: 'View' }));
    await page.keyboard.press('Enter');
    const queue = page.getByRole('dialog', { name: 'Waiting actions' });
    await tabTo(page, queue.getByRole('button', { name: /^Undo: / }));
    await page.keyboard.press('Enter');
    await expect(queue).toContainText('No waiting actions');
    await page.keyboard.press('Escape');
    await expect(queue).toBeHidden();
    await airplane.off();
    await expectUpToDate(page);
  });
});
