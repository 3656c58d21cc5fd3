import { expectClearToasts } from '../fixtures/looks/toasts.ts';
import { alertWith, breakCalls } from '../fixtures/network/failures.ts';
import { approve, expectUpToDate, logIn, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

for (const { width, height } of [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
]) {
  test.describe(`a toast at ${width} × ${height} leaves titles and primary buttons uncovered`, () => {
    test.use({ viewport: { width, height } });

    test('after a decision, and while changes are requested', async ({ page, brand, airplane }) => {
      const [first] = brand.drafts;
      await openCampaign(page, brand);
      await airplane.on();
      await approve(page, first);
      const toast = alertWith(page, 'Approval queued');
      // A toast stays while the pointer is over it.
      await toast.hover();
      await expectClearToasts(page, ['Next to review (2)']);
      await page.getByRole('button', { name: 'Next to review (2)' }).click();
      await toast.hover();
      await page.getByRole('button', { name: 'Request changes' }).click();
      await toast.hover();
      await expect(page.getByRole('heading', { name: 'Request changes' })).toBeVisible();
      await expectClearToasts(page, ['Request changes (0)']);
    });

    test('when saving settings fails', async ({ page, cable, complaints }) => {
      complaints.allow(/status of 502/);
      await page.goto('/dashboard/settings');
      await expectUpToDate(page);
      await page.getByLabel('About').fill('Coffee from small farms, roasted weekly.');
      await page.getByLabel('Website').fill('harbour-coffee.test');
      await page.getByLabel('TikTok').fill('harbourcoffee');
      await breakCalls(cable, /\/brands\/current/, 'PUT');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(alertWith(page, 'Failed to update brand')).toBeVisible();
      await expectClearToasts(page, ['Save']);
    });

    test.describe('outside the dashboard', () => {
      test.use({ loggedIn: false });

      test('when a login or a sign-up fails', async ({ page, brand, cable, complaints }) => {
        complaints.allow(/status of 502/);
        await page.goto('/');
        await expect(page.getByLabel('Email')).toBeVisible();
        await breakCalls(cable, /\/auth\/(login|signup)/);
        await logIn(page, brand);
        await expect(alertWith(page, 'Login failed')).toBeVisible();
        await expectClearToasts(page, ['Log in']);

        await page.goto('/signup');
        await page.getByLabel('Brand name').fill('Harbour Tea');
        await page.getByLabel('Email').fill(`new-${brand.id.toLowerCase()}@brands.test`);
        for (const name of ['Password', 'Confirm password']) {
          await page.getByRole('textbox', { name, exact: true }).fill('Right-pass1!');
        }
        await page.getByRole('button', { name: 'Sign Up' }).click();
        await expect(alertWith(page, 'Signup failed')).toBeVisible();
        await expectClearToasts(page, ['Sign Up']);
      });
    });
  });
}
