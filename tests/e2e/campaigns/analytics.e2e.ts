import type { Locator, Page } from '@playwright/test';
import { formatCount } from '#domain/money/money.ts';
import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { addPosts, daysAgo, viewsIn } from '../fixtures/server/posts.ts';
import { expectUpToDate, openDetails, syncBanner } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

async function choosePeriod(page: Page, label: string) {
  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByRole('button', { name: `Period: ${label}` })).toBeVisible();
}

const expectViews = (page: Page, views: number) =>
  expect(page.getByRole('button', { name: `exactly ${formatCount(views)}` })).toBeVisible();

test('a brand reads its posts’ performance for any period, online and offline', async ({
  page,
  brand,
  server,
  cable,
}) => {
  const posts = 24;
  await addPosts(server, brand, posts);
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expectViews(page, viewsIn(posts, 90));
  await expect(page.getByRole('slider', { name: 'Views by day' })).toBeVisible();

  await choosePeriod(page, 'Last 7 days');
  await expect(page).toHaveURL(/\?timePeriodType=preset&preset=last_7d$/);
  await expectViews(page, viewsIn(posts, 7));
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Period: Last 90 days' })).toBeVisible();
  await expectViews(page, viewsIn(posts, 90));

  await cable.setMode({ kind: 'refuse' });
  // This period was never opened online.
  await choosePeriod(page, 'Last 30 days');
  await expectViews(page, viewsIn(posts, 30));
  await page.getByRole('button', { name: 'Campaign: All Campaigns' }).click();
  await page.getByRole('option', { name: brand.campaign }).click();
  await expect(page).toHaveURL(/\/campaign\/[^/]+\?timePeriodType=preset&preset=last_30d$/);
  await expectViews(page, viewsIn(posts, 30));
  // The list loads the next page of posts as its end approaches.
  const last = page.locator(`li[aria-posinset="${posts}"]`);
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Go to Campaign' }).click();
  await expect(page.getByRole('heading', { level: 1, name: brand.campaign })).toBeVisible();
});

for (const width of [360, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('analytics meets WCAG 2.2 AA without layout shifts', async ({ page, brand, server }) => {
      await addPosts(server, brand, 3);
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(`/dashboard/analytics/campaign/${brand.campaignId}`);
      await expectUpToDate(page);
      await expect(page.getByRole('heading', { name: 'Pacing' })).toBeVisible();
      await expect(page.getByRole('slider')).toBeVisible();
      await expect(page.getByRole('link', { name: /^Video by / })).toHaveCount(3);
      const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
      await expectAccessible(page, 'analytics of a campaign');

      await page.getByText('Show as a table').click();
      await expectAccessible(page, 'figures as a table');
      await page.getByRole('button', { name: /^Columns: / }).click();
      await expect(page.getByRole('menuitemcheckbox', { name: 'Likes' })).toBeVisible();
      await expectAccessible(page, 'columns');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Campaign: / }).click();
      await expect(page.getByRole('option', { name: brand.campaign })).toBeVisible();
      await expectAccessible(page, 'campaign picker');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Period: / }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toHaveCount(2);
      await expectAccessible(page, 'period picker');
    });
  });
}

test('the period picker opens beside the menu, not over it', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/dashboard/analytics');
  await page.getByRole('button', { name: /^Period: / }).click();
  await expect(page.getByRole('dialog').getByRole('table')).toHaveCount(2);
  const left = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN;
  const menuEnd = await left(page.getByRole('main'));
  await expect.poll(() => left(page.getByRole('dialog'))).toBeGreaterThanOrEqual(menuEnd);
});

test('the campaign’s card opens analytics for its own period', async ({ page, brand }) => {
  await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
  await openDetails(page);
  await page.getByRole('link', { name: 'View Full Analytics' }).click();
  await expect(page).toHaveURL(
    new RegExp(`/campaign/${brand.campaignId}\\?timePeriodType=range&since=${daysAgo(20)}&until=`),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(syncBanner(page)).toBeVisible();
});
