import { expectReadable, setTextSpacing } from '../fixtures/looks/readable.ts';
import { addCampaigns } from '../fixtures/server/many.ts';
import { addPosts } from '../fixtures/server/posts.ts';
import { campaignTitle, expectUpToDate, openOffer } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

// WCAG 1.4.12: no text may be lost when a reader widens the spacing.
test.describe('wider text spacing on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' });
  test.slow(true, 'Many screens, each read whole');
  test.beforeEach(({ page }) => setTextSpacing(page));

  test('keeps campaigns, offers, the inbox and settings readable', async ({ page, brand, server }) => {
    const [draft] = brand.drafts;
    await addCampaigns(server, brand);
    await server.given.payment(brand.id);
    await page.goto('/dashboard/campaigns');
    await expectUpToDate(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectReadable(page, 'campaigns');

    await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
    await expect(campaignTitle(page, brand.campaign)).toBeVisible();
    await expectReadable(page, 'campaign');
    await openOffer(page, draft);
    await expectReadable(page, 'offer');

    await page.goto('/dashboard/review');
    await expect(page.getByRole('list', { name: 'Submissions to review' })).toBeVisible();
    await expectReadable(page, 'inbox');
    await page.goto(`/dashboard/review?offer=${draft.offerId}`);
    const dialog = page.getByRole('dialog', { name: draft.creator });
    await expect(dialog.getByRole('button', { name: 'Approve draft' })).toBeVisible();
    await expectReadable(page, 'submission');
    await dialog.getByRole('button', { name: 'Request changes' }).click();
    await expect(page.getByRole('heading', { name: 'Request changes' })).toBeVisible();
    await expectReadable(page, 'request for changes');

    await page.goto('/dashboard/settings');
    await expect(page.getByRole('region', { name: 'Payments history' })).toBeVisible();
    await expectReadable(page, 'settings and payments');
  });

  test('keeps analytics readable', async ({ page, brand, server }) => {
    await addPosts(server, brand, 24);
    await page.goto('/dashboard/analytics');
    await expectUpToDate(page);
    await expect(page.getByRole('slider', { name: 'Views by day' })).toBeVisible();
    await expectReadable(page, 'analytics');
  });

  test.describe('without a login', () => {
    test.use({ loggedIn: false });

    test('keeps the login and the creator’s page readable', async ({ page, brand, server }) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
      await expectReadable(page, 'login');

      await page.goto(`/c/${await server.creatorToken(brand.drafts[0].offerId)}`);
      await expect(page.getByRole('heading', { level: 1, name: brand.campaign })).toBeVisible();
      await expectReadable(page, 'creator’s page');
    });
  });
});
