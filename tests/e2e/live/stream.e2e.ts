import type { AppServer } from '../fixtures/server/app-server.ts';
import type { ReviewBrand } from '../fixtures/server/brand.ts';
import { lookAt, offerRow, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

/** The creator submits again, now with a post's link. */
function submitLink({ given }: AppServer, { id, drafts: [draft] }: ReviewBrand) {
  const evidenceType = 'PUBLISHED_VIDEO_URL' as const;
  const fulfillment = 'https://www.instagram.com/reel/a';
  return given.submission(id, draft.offerId, { attempt: 2, evidenceType, fulfillment }, new Date());
}

const open = (server: AppServer) => expect.poll(() => server.streams());
const streamPath = /\/changes\/stream$/;

test.describe('the change stream', () => {
  test('shows a creator’s submission without a reload or the next poll', async ({ page, brand, server }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await open(server).toBe(1);
    await submitLink(server, brand);
    await expect(offerRow(page, draft)).toContainText('Review link');
  });

  test('is shared by two tabs, follows the visible one, and closes while both are hidden', async ({
    page,
    context,
    brand,
    server,
  }) => {
    const [draft] = brand.drafts;
    await openCampaign(page, brand);
    await open(server).toBe(1);
    const other = await context.newPage();
    await openCampaign(other, brand);
    expect(server.streams()).toBe(1);
    await lookAt(page, 'hidden');
    await open(server).toBe(1);
    await submitLink(server, brand);
    await expect(offerRow(other, draft)).toContainText('Review link');
    await lookAt(other, 'hidden');
    await open(server).toBe(0);
    await lookAt(page, 'visible');
    await open(server).toBe(1);
  });

  test('falls back to polling when blocked', async ({ page, context, brand, server, cable, browserName }) => {
    test.skip(browserName !== 'chromium', "Only in Chromium can a worker's clock be moved");
    const [draft] = brand.drafts;
    await cable.setMode({ kind: 'stall', match: { pathPattern: streamPath } });
    await page.clock.install();
    await openCampaign(page, brand);
    await submitLink(server, brand);
    await expect(offerRow(page, draft)).toContainText('Review draft');
    // Advance the worker's clock, then the page's, by a minute.
    for (const worker of context.serviceWorkers()) {
      await worker.evaluate(() => {
        const { now } = Date;
        Date.now = () => now() + 60_000;
      });
    }
    await page.clock.fastForward(60_000);
    await expect(offerRow(page, draft)).toContainText('Review link');
    expect(server.streams()).toBe(0);
    await cable.setMode({ kind: 'pass' });
  });

  test('ends with the session', async ({ page, brand, server }) => {
    await openCampaign(page, brand);
    await open(server).toBe(1);
    await page.evaluate(() => {
      localStorage.removeItem('accessToken');
      window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
    });
    await open(server).toBe(0);
  });
});
