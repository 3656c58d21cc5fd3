import type { AppServer } from '../fixtures/server/app-server.ts';
import type { ReviewBrand } from '../fixtures/server/brand.ts';
import { lookAt, offerRow, openCampaign, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

/** The creator submits again, now with a post's link. */
function submitLink({ given }: AppServer, { id, drafts: [draft] }: ReviewBrand) {
  const evidenceType = 'PUBLISHED_VIDEO_URL' as const;
  const fulfillment = 'https://www.instagram.com/reel/a';
  return given.submission(id, draft.offerId, { attempt: 2, evidenceType, fulfillment }, new Date());
}

test.describe('a creator’s submission appears without a reload', () => {
  test('within a minute, on an idle page', async ({ page, context, brand, server, browserName }) => {
    test.skip(browserName !== 'chromium', "Only in Chromium can a worker's clock be moved");
    const [draft] = brand.drafts;
    await page.clock.install();
    await openCampaign(page, brand);
    await expect(offerRow(page, draft)).toContainText('Review draft');
    await submitLink(server, brand);
    // Advance the worker's clock, then the page's, by a minute.
    for (const worker of context.serviceWorkers()) {
      await worker.evaluate(() => {
        const { now } = Date;
        Date.now = () => now() + 60_000;
      });
    }
    await page.clock.fastForward(60_000);
    await expect(offerRow(page, draft)).toContainText('Review link');
  });

  test('on returning to the app', async ({ page, brand, server }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await lookAt(page, 'hidden');
    await submitLink(server, brand);
    await lookAt(page, 'visible');
    await expect(offerRow(page, draft)).toContainText('Review link');
  });

  test('on a second tab when the first one refreshes', async ({ page, context, brand, server }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    const other = await context.newPage();
    await openCampaign(other, brand);
    await submitLink(server, brand);
    await syncBanner(other).getByRole('button', { name: 'Refresh' }).click();
    for (const tab of [other, page]) await expect(offerRow(tab, draft)).toContainText('Review link');
  });

  test('in an open panel', async ({ page, brand, server, complaints }) => {
    // The post's cover can't be loaded here.
    complaints.allow(/tiktok\.com/);
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await offerRow(page, draft).getByRole('button').click();
    const panel = page.getByRole('dialog');
    // The button is enabled only after the draft has been on screen for a moment.
    await panel.getByRole('button', { name: 'Approve draft' }).click({ trial: true });
    await submitLink(server, brand);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await panel.getByRole('button', { name: 'Show new version' }).click();
    await expect(panel.getByRole('button', { name: 'Approve link' })).toBeVisible();
  });
});
