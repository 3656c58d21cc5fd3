import type { Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { writeBrand } from '#server/database/brand-scope.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import type { AppServer } from '../fixtures/server/app-server.ts';
import type { ReviewBrand } from '../fixtures/server/brand.ts';
import { addPosts } from '../fixtures/server/posts.ts';
import { expectUpToDate, offerPanel, offerRow, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

/** The rendered color of a pixel of an element, located by fractions of its width and height. */
async function colourAt(element: Locator, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(await element.screenshot({ animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  return [...data.subarray(at, at + 3)].join(' ');
}

/** Replaces the page's colors with the system's, as Windows contrast themes do. */
const forceColours = (page: Page) => page.emulateMedia({ forcedColors: 'active' });

const makeUnread = ({ db }: AppServer, { id, campaignId }: ReviewBrand) =>
  writeBrand({ db, brandId: id }, (writer) =>
    writer.db.update(campaigns).set({ unread: true, revision: writer.revision }).where(eq(campaigns.id, campaignId)),
  );

test.describe('forced colors', () => {
  test('keep unread items, progress and primary buttons distinguishable', async ({ page, brand, server }) => {
    await addPosts(server, brand, 6);
    await makeUnread(server, brand);
    await page.goto('/dashboard/campaigns');
    await expectUpToDate(page);
    await forceColours(page);
    const card = page.getByRole('article').filter({ hasText: brand.campaign });
    const ground = await colourAt(card, 0.5, 0.03);
    const dot = card.getByRole('heading').locator('span').first();
    expect(await colourAt(dot, 0.5, 0.5), 'the unread dot').not.toBe(ground);
    const bar = card.getByRole('progressbar');
    expect(await colourAt(bar, 0.01, 0.5), 'the reached part').not.toBe(await colourAt(bar, 0.9, 0.5));

    await page.emulateMedia({ forcedColors: null });
    await openCampaign(page, brand);
    const [draft] = brand.drafts;
    await offerRow(page, draft).getByRole('button').first().click();
    const panel = offerPanel(page, draft);
    const approve = panel.getByRole('button', { name: 'Approve draft' });
    await expect(approve).toBeVisible();
    await forceColours(page);
    const change = panel.getByRole('button', { name: 'Request changes' });
    expect(await colourAt(approve, 0.05, 0.5), 'the Approve button').not.toBe(await colourAt(change, 0.05, 0.5));
  });

  test('leave chart lines that differ by more than color', async ({ page, brand, server }) => {
    await addPosts(server, brand, 6);
    await page.goto('/dashboard/analytics');
    await expect(page.getByRole('slider', { name: /^Views by / })).toBeVisible();
    await forceColours(page);
    const lines = await page.locator('[role=slider] path').evaluateAll((paths) =>
      paths.slice(0, 2).map((path) => {
        const { strokeDasharray, stroke } = getComputedStyle(path);
        return { strokeDasharray, stroke };
      }),
    );
    const [before, now] = lines;
    expect(before?.strokeDasharray).not.toBe(now?.strokeDasharray);
    const canvasText = await page.evaluate(() => {
      const probe = Object.assign(document.createElement('i'), { style: 'color: CanvasText' });
      document.body.append(probe);
      return getComputedStyle(probe).color;
    });
    expect(now?.stroke, 'the period’s line').toBe(canvasText);
  });
});

test.describe('the printout', () => {
  test.use({ contextOptions: { colorScheme: 'dark' } });

  test('of analytics is a report, even from dark mode', async ({ page, brand, server }) => {
    await addPosts(server, brand, 6);
    // Too small to show all of the posts.
    await page.setViewportSize({ width: 360, height: 500 });
    await page.goto(`/dashboard/analytics/campaign/${brand.campaignId}`);
    await expectUpToDate(page);
    await expect(page.getByRole('link', { name: /^Video by / }).first()).toBeVisible();
    const chart = page.getByRole('slider', { name: /^Views by / }).locator('svg');
    const onScreen = await chart.getAttribute('viewBox');
    await page.emulateMedia({ media: 'print' });
    await expect(chart, 'laid out for a sheet').toHaveAttribute('viewBox', '0 0 640 240');
    const report = page.getByRole('main');
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(report.getByText(brand.campaign, { exact: true }).first()).toBeVisible();
    await expect(report.getByText(/compared with/)).toBeVisible();
    await expect(report.getByRole('link', { name: /^Video by / })).toHaveCount(6);
    // A tile's figure is a button, which shows the exact number when pressed.
    const pressed = report
      .getByRole('button')
      .filter({ visible: true })
      .filter({ hasNotText: /exactly/ });
    await expect(pressed).toHaveCount(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).color), 'text color').toBe('rgb(19, 32, 26)');
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways, 'cut off at the right').toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: null });
    await expect(chart).toHaveAttribute('viewBox', onScreen ?? '');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  test('of payments is a list without bars and buttons', async ({ page, brand, server }) => {
    for (let index = 0; index < 8; index += 1) await server.given.payment(brand.id, { amountCents: 10_000 + index });
    await page.goto('/dashboard/settings');
    await expectUpToDate(page);
    await expect(page.getByText('+$100.07')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
    await expect(page.getByRole('main').getByText(brand.name).first()).toBeVisible();
    await expect(page.getByLabel('Website')).toBeHidden();
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
    const cut = await page
      .getByRole('region', { name: 'Payments history' })
      .evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(cut, 'rows outside the viewport').toBe(0);
  });
});
