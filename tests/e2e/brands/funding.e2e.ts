import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { expectUpToDate } from '../fixtures/steps/app.ts';
import { fillCard } from '../fixtures/steps/card.ts';
import { fundsAdded } from '../fixtures/steps/onboarding.ts';
import { expect, test } from '../fixtures/test.ts';

const checking = "We're checking with your bank. Don't pay again.";

async function openDialog(page: Page): Promise<Locator> {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await page.getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Funds' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const balance = (page: Page) => page.getByLabel('Balance').first();

test.describe('adding funds', () => {
  test('adds funds by card and shows them in the balance and the payments', async ({ page, brand, server }) => {
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: '$250' }).click();
    await fillCard(dialog);
    await dialog.getByRole('button', { name: 'Add $250.00' }).click();
    await expectToast(page, 'Funds added successfully!You can now use them to create new campaigns.');
    await expect(dialog).toBeHidden();
    await expect(balance(page)).toContainText('$250.00');
    expect(await fundsAdded(server, brand.id)).toEqual([25_000]);
    await page.goto('/dashboard/settings');
    await expect(page.getByRole('region', { name: 'Payments history' })).toContainText('+$250.00');
  });

  test('adds nothing when the card is declined, then succeeds with another card', async ({
    page,
    brand,
    server,
    complaints,
  }) => {
    // The browser logs the 402.
    complaints.allow(/status of 402/);
    const dialog = await openDialog(page);
    await fillCard(dialog, '4000000000000341');
    await dialog.getByRole('button', { name: 'Add $100.00' }).click();
    await expectToast(page, 'Error: Could not add funds. Please refresh the page and try again.');
    await expect(dialog.getByLabel('Card number')).toHaveValue('');
    await fillCard(dialog);
    await dialog.getByRole('button', { name: 'Add $100.00' }).click();
    await expect(dialog).toBeHidden();
    await expect(balance(page)).toContainText('$100.00');
    expect(await fundsAdded(server, brand.id)).toEqual([10_000, 10_000]);
  });

  for (const kind of ['lose-answer', 'reset'] as const) {
    test(`adds funds once on a broken network (${kind})`, async ({ page, brand, server, cable }) => {
      const dialog = await openDialog(page);
      await fillCard(dialog);
      await cable.setMode({ kind, match: { pathPattern: /\/billing\/funds/ } });
      await dialog.getByRole('button', { name: 'Add $100.00' }).click();
      await expect(dialog.getByText(checking)).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toBeHidden();
      await cable.setMode({ kind: 'pass' });
      await expectToast(page, 'Funds added successfully!');
      await expect(balance(page)).toContainText('$100.00');
      expect(await fundsAdded(server, brand.id)).toEqual([10_000]);
    });
  }

  test('adds funds once when the response is lost and the retry is rate-limited', async ({
    page,
    brand,
    server,
    cable,
  }) => {
    const match = { pathPattern: /\/billing\/funds/ };
    const dialog = await openDialog(page);
    await fillCard(dialog);
    // Cut the response in its body: Chromium itself repeats a request if a reused connection ends before the first
    // byte. The page wouldn't know of that repeat, which might be the one that is refused.
    await cable.setMode({ kind: 'reset-after-bytes', from: 'body', bytes: 1, match });
    const lost = cable.nextFault(match);
    await dialog.getByRole('button', { name: 'Add $100.00' }).click();
    await lost;
    const said = { code: 'too_many_requests', message: 'Too many attempts.' } as const;
    await cable.setMode({ kind: 'status', status: 429, match, said });
    await cable.nextFault(match);
    await expect(dialog.getByText(checking)).toBeVisible();
    await cable.setMode({ kind: 'pass' });
    await expectToast(page, 'Funds added successfully!');
    expect(await fundsAdded(server, brand.id)).toEqual([10_000]);
  });

  test('says that it needs a connection before anything is typed', async ({ page, airplane, brand, server }) => {
    await page.goto('/dashboard/campaigns');
    await expectUpToDate(page);
    await airplane.on();
    await page.getByRole('button', { name: 'Add Funds' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Funds' });
    await expect(dialog.getByText('Reconnect to add funds')).toBeVisible();
    await expect(dialog.getByLabel('Amount')).toHaveCount(0);
    await airplane.off();
    await expect(dialog.getByLabel('Card number')).toBeVisible();
    expect(await fundsAdded(server, brand.id)).toEqual([]);
  });
});

for (const width of [360, 1280]) {
  test.describe(`at ${width} px,`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the funding dialog is accessible', async ({ page, cable }) => {
      const dialog = await openDialog(page);
      await expect(dialog.getByLabel('Card number')).toBeVisible();
      await expectAccessible(page, 'add funds');
      await dialog.getByLabel('Amount').fill('50');
      await dialog.getByText('Test cards').click();
      await expect(dialog.getByText('Amount must be at least $100')).toBeVisible();
      await expectAccessible(page, 'add funds, with test cards and a wrong amount');
      await dialog.getByRole('button', { name: /Asks for confirmation/ }).click();
      await dialog.getByLabel('Amount').fill('100');
      await dialog.getByRole('button', { name: 'Add $100.00' }).click();
      const bank = page.getByRole('dialog', { name: 'Confirm this card' });
      await expect(bank).toBeVisible();
      await expectAccessible(page, 'confirming a card');
      await cable.setMode({ kind: 'lose-answer', match: { pathPattern: /\/billing\/funds/ } });
      await bank.getByRole('button', { name: 'Confirm' }).click();
      await expect(dialog.getByText(checking)).toBeVisible();
      await expectAccessible(page, 'a payment that is looked into');
      await cable.setMode({ kind: 'pass' });
      await expect(dialog).toBeHidden();
    });
  });
}
