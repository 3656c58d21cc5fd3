import { eq } from 'drizzle-orm';
import { campaigns } from '#server/database/tables/tables.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import type { AppServer } from '../fixtures/server/app-server.ts';
import { campaignTitle, expectUpToDate, syncBanner } from '../fixtures/steps/app.ts';
import { at, fillIn, giveWizard, next, openWizard, steps, title } from '../fixtures/steps/wizard.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(({ server, brand }) => giveWizard(server, brand.id));

const made = ({ db }: AppServer, brandId: string) =>
  db.select({ name: campaigns.name }).from(campaigns).where(eq(campaigns.brandId, brandId));

for (const kind of ['lose-answer', 'reset'] as const) {
  test(`a campaign is created once on a broken network (${kind})`, async ({ page, brand, server, cable }) => {
    const wizard = await openWizard(page);
    await fillIn(wizard);
    await page.reload();
    await at(wizard, 'Ready to submit?');
    await cable.setMode({ kind, match: { method: 'POST', pathPattern: /\/campaigns$/ } });
    await wizard.getByRole('button', { name: 'Create Campaign' }).click();
    await at(wizard, 'We’re checking whether your campaign was created');
    await page.reload();
    await at(wizard, 'We’re checking whether your campaign was created');
    await cable.setMode({ kind: 'pass' });
    await expectToast(page, 'Campaign created successfully');
    await expect(wizard).toBeHidden();
    await expect(campaignTitle(page, title)).toBeVisible();
    expect((await made(server, brand.id)).filter(({ name }) => name === title)).toHaveLength(1);
    expect(await booksOf(server.db, brand.id)).toMatchObject({ available: 70_000, held: 30_000 });
    await page.getByRole('link', { name: 'Back to campaigns' }).click();
    await expect(page.getByRole('link', { name: title })).toHaveCount(1);
  });
}

test('a campaign draft is saved offline, and kept until logout', async ({ page, cable }) => {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await cable.setMode({ kind: 'refuse' });
  await page.reload();
  await expect(syncBanner(page)).toContainText('Offline');
  await page.getByRole('button', { name: 'New Campaign' }).click();
  const wizard = page.getByRole('dialog', { name: /^New Campaign/ });
  await expect(wizard.getByText(/^You’re offline\. Fill in the campaign now/)).toBeVisible();
  await wizard.getByLabel('Title', { exact: true }).fill(title);
  await page.reload();
  await expect(wizard.getByLabel('Title', { exact: true })).toHaveValue(title);
  await cable.setMode({ kind: 'pass' });
  await wizard.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Keep draft' }).click();
  await expect(wizard).toBeHidden();
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(title);
});

for (const width of [360, 1280]) {
  test.describe(`at ${width} px,`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the wizard is accessible', async ({ page }) => {
      const wizard = await openWizard(page);
      for (const step of steps) {
        await at(wizard, step.title);
        if (step.title === 'Start with the basics') {
          for (const type of ['By views', 'Flat fee', 'Product drop']) {
            await expect(wizard.getByText(type, { exact: true })).toBeInViewport({ ratio: 1 });
          }
        }
        if (step.problem === 'Title is required') await expectAccessible(page, 'a name is missing');
        else if (step.problem) {
          await next(wizard);
          await expect(wizard.getByText(step.problem)).toBeVisible();
        }
        await expectAccessible(page, step.title);
        await step.fill?.(wizard);
        if (step.problem === 'Budget is required') {
          await wizard.getByLabel('Budget', { exact: true }).fill('3000');
          await expect(wizard.getByRole('button', { name: 'Add Funds' })).toBeVisible();
          await expectAccessible(page, 'too little available');
          await step.fill?.(wizard);
        }
        await next(wizard);
      }
      await at(wizard, 'Ready to submit?');
      await expectAccessible(page, 'Ready to submit?');
      await wizard.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog', { name: 'Keep this draft?' })).toBeVisible();
      await expectAccessible(page, 'closing');
    });
  });
}
