import type { Page } from '@playwright/test';
import { addCampaigns } from '../fixtures/server/many.ts';
import { expectUpToDate } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ viewport: { width: 360, height: 800 } });

/** Positions of the rendered rows in keyboard and screen reader order. */
const rowsOnPage = (page: Page) =>
  page.locator('li[aria-posinset]').evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).ariaPosInSet)));

const placeOfFocus = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest('[aria-posinset]')?.ariaPosInSet));

async function scrollTo(page: Page, place: number) {
  await page.mouse.move(180, 500);
  const card = page.locator(`li[aria-posinset="${place}"]`);
  const from = Math.max(...(await rowsOnPage(page)));
  await expect(async () => {
    await page.mouse.wheel(0, place > from ? 900 : -900);
    await expect(card).toBeInViewport({ timeout: 300 });
  }).toPass();
}

test('the keyboard moves through a long list in order, and focus stays on its row', async ({ page, brand, server }) => {
  await addCampaigns(server, brand);
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await scrollTo(page, 20);
  await scrollTo(page, 8);
  await expect
    .poll(async () => {
      const rows = await rowsOnPage(page);
      return rows.every((place, index) => index === 0 || place === (rows[index - 1] ?? 0) + 1);
    })
    .toBe(true);

  const link = page.locator('li[aria-posinset="8"]').getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.focus();
  for (const place of [9, 10]) {
    await expect(async () => {
      await page.keyboard.press('Tab');
      expect(await placeOfFocus(page)).toBe(place);
    }).toPass();
  }
  await link.focus();
  await scrollTo(page, 20);
  expect(await placeOfFocus(page)).toBe(8);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('placeholder rows pulse together, and only while rows are loading', async ({ page, brand, server }) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      String(input).includes('page=2') ? new Promise(() => undefined) : fetch(input, init);
  });
  await addCampaigns(server, brand);
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(moving).toBe(0);
  await page.keyboard.press('End');
  await expect.poll(moving).toBe(1);
  await page.keyboard.press('Home');
  await expect.poll(moving).toBe(0);
});
