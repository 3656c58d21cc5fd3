import { stopWorkers } from '#tests/support/browsers/stop-workers.ts';
import { campaignTitle, offerRow, openCampaign, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ trace: 'off' });

test('a brand cold-starts the app offline after its worker has stopped', async ({
  page,
  context,
  brand,
  cable,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'Only Chromium has its workers stopped');
  await openCampaign(page, brand);
  await cable.setMode({ kind: 'refuse' });
  await stopWorkers(page);
  await page.close();
  const fresh = await context.newPage();
  await fresh.goto('/');
  await expect(fresh.getByRole('link', { name: brand.campaign })).toBeVisible();
  await fresh.getByRole('link', { name: brand.campaign }).click();
  await expect(campaignTitle(fresh, brand.campaign)).toBeVisible();
  for (const draft of brand.drafts) await expect(offerRow(fresh, draft)).toContainText('Review draft');
  await expect(syncBanner(fresh)).toContainText(/^Offline\. Showing data from /);
});
