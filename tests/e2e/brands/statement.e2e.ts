import { readFile } from 'node:fs/promises';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectUpToDate } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

const thisMonth = () => new Date().toISOString().slice(0, 7);

test.describe('the statement', () => {
  test.beforeEach(async ({ brand, server }) => {
    await adjustBalance(
      { db: server.db, now: () => new Date() },
      { brand: brand.id, amountCents: 123_456_789, note: 'Welcome' },
    );
  });

  test('opens from Settings, fits a 360 px phone, and downloads as CSV', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto('/dashboard/settings');
    await expectUpToDate(page);
    await page.getByRole('link', { name: 'Monthly statements' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Correction: Welcome' });
    await expect(row).toContainText('+$1,234,567.89');
    await expectAccessible(page, 'the statement');
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways, 'cut off at the right').toBeLessThanOrEqual(0);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^Afield_Statement_.+_\d{4}-\d{2}\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('Correction: Welcome,1234567.89,1234567.89,led_');
  });

  test('is available offline once opened, and a month that wasn’t opened shows a message', async ({ page, cable }) => {
    await page.goto('/dashboard/statements');
    await expectUpToDate(page);
    const row = page.getByRole('row').filter({ hasText: 'Correction: Welcome' });
    await expect(row).toBeVisible();
    await cable.setMode({ kind: 'refuse' });
    await page.reload();
    await expect(row).toBeVisible();
    await expect(page.getByText(/^You’re seeing a copy stored on this device/)).toBeVisible();
    await page.goto('/dashboard/statements?month=2001-01');
    await expect(page.getByText('The statement for January 2001 isn’t on this device.')).toBeVisible();
  });

  test('prints without the app around it, under the company’s name', async ({ page, brand }) => {
    await page.goto('/dashboard/settings');
    await expectUpToDate(page);
    await page.getByLabel('Company name').fill('Northwind GmbH');
    await page.getByLabel('Tax number').fill('DE123456789');
    await page.getByRole('button', { name: 'Save billing details' }).click();
    await expect(page.getByText('Your billing details have been updated.')).toBeVisible();
    await page.goto(`/dashboard/statements?month=${thisMonth()}`);
    await expect(page.getByRole('table')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Account statement')).toBeVisible();
    await expect(page.getByText('Northwind GmbH')).toBeVisible();
    await expect(page.getByText('Tax number: DE123456789')).toBeVisible();
    await expect(page.getByRole('main').getByText(brand.name).first()).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByLabel('Month')).toBeHidden();
    const head = page.getByRole('table').locator('thead');
    expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe('table-header-group');
  });
});

test('a receipt opens from Settings, fits a 360 px phone, prints alone, and works offline', async ({
  page,
  brand,
  server,
  cable,
}) => {
  await server.given.payment(brand.id, { amountCents: 123_456_789, updatedAt: new Date() });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/dashboard/settings');
  await expectUpToDate(page);
  await cable.setMode({ kind: 'refuse' });
  await page.getByRole('link', { name: 'Receipt for $1,234,567.89' }).click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText('Visa •••• 4242');
  await expectAccessible(page, 'the receipt');
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(sideways, 'cut off at the right').toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await expect(receipt).toContainText('$1,234,567.89 paid');
});
