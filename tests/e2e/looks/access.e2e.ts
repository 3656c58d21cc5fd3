import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { notAskedYet } from '../fixtures/network/push.ts';
import { changeBrand } from '../fixtures/server/brand.ts';
import { addCampaigns, addOffers } from '../fixtures/server/many.ts';
import { campaignTitle, expectUpToDate, logIn, openDetails, openQueue, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

for (const width of [360, 1280]) {
  test.describe(`meets WCAG 2.2 AA, ${width} px wide:`, () => {
    test.use({ viewport: { width, height: 800 } });
    test.slow(true, 'Many screens, each read whole');
    // The app offers notifications only if the browser hasn't asked yet.
    test.beforeEach(({ context }) => notAskedYet(context));

    test('campaigns and their surroundings', async ({ page, brand, server }) => {
      await addCampaigns(server, brand);
      await page.goto('/dashboard/campaigns');
      await expectUpToDate(page);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectAccessible(page, 'campaigns');

      await page.getByRole('button', { name: /^Filter: / }).click();
      await expect(page.getByRole('menuitemradio', { name: 'All Campaigns' })).toBeVisible();
      await expectAccessible(page, 'filter menu');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: `${brand.name}, account` }).click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
      await expectAccessible(page, 'brand menu');
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
      await expectAccessible(page, 'settings');

      if (width < 768) {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await expect(page.getByRole('dialog').getByRole('link', { name: 'Campaigns' })).toBeVisible();
        await expectAccessible(page, 'sidebar');
      }
    });

    test('a campaign in every state', async ({ page, brand, server }) => {
      const states = (await addCampaigns(server, brand)).slice(0, 8);
      await page.goto('/dashboard/campaigns?filter=rejected');
      await expectUpToDate(page);
      await page
        .getByRole('button', { name: /^Why it was rejected: / })
        .first()
        .click();
      await expect(page.getByRole('button', { name: 'Archive Campaign' })).toBeVisible();
      await expectAccessible(page, 'hint of a rejected campaign');
      for (const { id, name } of states) {
        await page.goto(`/dashboard/campaigns/${id}`);
        await expect(campaignTitle(page, name)).toBeVisible();
        await expectAccessible(page, name);
      }
      await openDetails(page);
      await page.getByRole('button', { name: 'Guidelines' }).click();
      await expect(page.getByRole('dialog')).toContainText("No do's");
      await expectAccessible(page, 'guidelines');
    });

    test('an offer, from the list to the queue', async ({ page, brand, server, airplane }) => {
      const [draft, other] = brand.drafts;
      await addOffers(server, brand.id, brand.campaignId);
      await page.goto('/dashboard/campaigns');
      await expectUpToDate(page);
      await page.getByRole('link', { name: brand.campaign }).click();
      const row = page.locator(`button[data-offer="${draft.offerId}"]`);
      await expect(row).toBeVisible();
      await expectAccessible(page, 'offers');

      await row.click();
      const panel = page.getByRole('dialog');
      await expect(panel).toContainText(draft.creator);
      await expectAccessible(page, 'offer');
      await panel.getByRole('button', { name: 'Request changes' }).click();
      await panel.getByRole('checkbox', { name: 'Start over' }).check();
      // The video stays visible while scrolling and covers content under it.
      await panel.getByRole('region', { name: 'Submission' }).evaluate((body) => body.scrollTo(0, 0));
      await expectAccessible(page, 'request changes');
      await panel.getByRole('button', { name: 'Request changes (1)' }).click();
      await expect(panel).toContainText('Changes requested');
      await expect(panel.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
      await expectAccessible(page, 'decided');

      await airplane.on();
      await page.goto(`/dashboard/campaigns/${brand.campaignId}?offerId=${other.offerId}`);
      await panel.getByRole('button', { name: 'Approve draft' }).click();
      const question = page.getByRole('dialog', { name: 'You haven’t watched this draft' });
      await expect(question).toBeVisible();
      await expectAccessible(page, 'question before approving');
      await question.getByRole('button', { name: 'Approve anyway' }).click();
      await expect(panel).toContainText('Approval queued');
      await expectAccessible(page, 'queued offer');
      await panel.getByRole('button', { name: 'Close' }).click();
      await expect(panel).toBeHidden();
      await expectAccessible(page, 'offline');
      const queue = await openQueue(page);
      await expectAccessible(page, 'queue');
      await queue.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: `${brand.name}, account` }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      const logout = page.getByRole('dialog', { name: 'Log out?' });
      await expect(logout).toBeVisible();
      await expectAccessible(page, 'logout question');
      await logout.getByRole('button', { name: 'Close' }).click();
      await server.given.submission(brand.id, other.offerId, { attempt: 2 }, new Date());
      await airplane.off();
      await expect(syncBanner(page)).toContainText('1 action needs attention');
      await openQueue(page);
      await expectAccessible(page, 'what needs attention');
    });

    test.describe('logged out,', () => {
      test.use({ loggedIn: false });
      test('every screen', async ({ page, brand, server }) => {
        const submit = { '/': 'Log in', '/signup': 'Sign Up', '/reset/request': 'Send link' };
        for (const [path, button] of Object.entries(submit)) {
          await page.goto(path);
          await expect(page.getByRole('button', { name: button })).toBeVisible();
          await expectAccessible(page, path);
          await page.getByRole('button', { name: button }).click();
          await expect(page.getByText('Email is required.')).toBeVisible();
          await expectAccessible(page, `${path} with errors`);
        }
        await page.goto(`/reset/password?brandId=${brand.id}&code=none`);
        await expect(page.getByRole('button', { name: 'Save password' })).toBeVisible();
        await expectAccessible(page, 'new password');

        await changeBrand(server, brand.id, { emailVerified: false, approvalStatus: 'PENDING' });
        await page.goto('/');
        await logIn(page, brand);
        await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
        await expectAccessible(page, 'unverified');
        await changeBrand(server, brand.id, { emailVerified: true });
        await page.reload();
        await expect(page.getByRole('heading', { name: 'Account Under Review' })).toBeVisible();
        await expectAccessible(page, 'under review');
        await changeBrand(server, brand.id, { approvalStatus: 'APPROVED', onboarding: {} });
        await page.reload();
        await expect(page.getByRole('dialog', { name: 'Set up your brand' })).toBeVisible();
        await expectAccessible(page, 'first step of being led in');
      });
    });
  });
}
