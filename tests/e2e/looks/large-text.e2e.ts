import { expectReadable, setTextSize } from '../fixtures/looks/readable.ts';
import { addCampaigns } from '../fixtures/server/many.ts';
import { addPosts } from '../fixtures/server/posts.ts';
import { campaignTitle, closeOffer, expectUpToDate, openOffer } from '../fixtures/steps/app.ts';
import { at, giveWizard, next, openWizard, steps } from '../fixtures/steps/wizard.ts';
import { expect, test } from '../fixtures/test.ts';

for (const { width, percent } of [
  { width: 320, percent: 100 },
  { width: 360, percent: 200 },
  { width: 1280, percent: 200 },
]) {
  test.describe(`${width} px wide, with text at ${percent}%,`, () => {
    test.use({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    test.slow(true, 'Many screens, each read whole');
    test.beforeEach(({ page }) => setTextSize(page, percent));

    test('campaigns, offers and settings are readable', async ({ page, brand, server }) => {
      await addCampaigns(server, brand);
      await server.given.funds(brand.id, 123_456_700);
      await page.goto('/dashboard/campaigns');
      await expectUpToDate(page);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectReadable(page, 'campaigns');

      await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
      await expect(campaignTitle(page, brand.campaign)).toBeVisible();
      await expectReadable(page, 'campaign');
      const [draft] = brand.drafts;
      await openOffer(page, draft);
      await expectReadable(page, 'offer');
      await closeOffer(page, draft);

      await page.goto('/dashboard/settings');
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
      await expectReadable(page, 'settings');
      // On the narrowest screens the bar has no space for its button.
      await page.getByRole('main').getByRole('button', { name: 'Add Funds' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Funds' });
      await expect(dialog.getByRole('button', { name: '$1,000' })).toBeEnabled();
      await expectReadable(page, 'add funds');
    });

    test('analytics is readable', async ({ page, brand, server }) => {
      await addPosts(server, brand, 24);
      await page.goto('/dashboard/analytics');
      await expectUpToDate(page);
      await expect(page.getByRole('slider', { name: 'Views by day' })).toBeVisible();
      await expectReadable(page, 'analytics');
      await page.getByRole('button', { name: /^Period: / }).click();
      await expect(page.getByRole('button', { name: 'Last 365 days', exact: true })).toBeVisible();
      await expectReadable(page, 'period');
    });

    test('the wizard is readable', async ({ page, brand, server }) => {
      await giveWizard(server, brand.id);
      const wizard = await openWizard(page);
      for (const step of steps) {
        await at(wizard, step.title);
        await step.fill?.(wizard);
        await expectReadable(page, step.title);
        await next(wizard);
      }
      await at(wizard, 'Ready to submit?');
      await expectReadable(page, 'summary');
    });
  });
}
