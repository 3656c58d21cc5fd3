import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expectUpToDate, offerRow, openOffer, openQueue } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectAccessible(page: Page, screen: string) {
  // What fades in has less contrast on its way.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))));
  // Typed by a Playwright of its own, of which this is the same page.
  const { violations } = await new AxeBuilder({ page: page as never }).withTags(wcag).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
  expect(found, screen).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${screen} scrolls sideways`).toBe(0);
}

for (const { width, height } of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} px wide, ${colorScheme}`, () => {
      test.use({ viewport: { width, height }, colorScheme });

      test('every screen meets WCAG 2.2 AA', async ({ page, brand, airplane }) => {
        const [draft, other] = brand.drafts;
        await page.goto('/dashboard/campaigns');
        await expectUpToDate(page);
        await expectAccessible(page, 'campaigns');
        await page.getByRole('button', { name: /^Filter: / }).click();
        await expect(page.getByRole('menuitemradio', { name: 'All Campaigns' })).toBeVisible();
        await expectAccessible(page, 'filter menu');
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: brand.campaign }).click();
        await expect(page.locator(`button[data-offer="${draft.offerId}"]`)).toBeVisible();
        await expectAccessible(page, 'campaign');
        await page.locator(`button[data-offer="${draft.offerId}"]`).click();
        const panel = page.getByRole('dialog');
        await expect(panel).toContainText(draft.creator);
        await expectAccessible(page, 'offer');
        await panel.getByRole('button', { name: 'Request changes' }).click();
        await panel.getByRole('checkbox', { name: 'Start over' }).check();
        await expectAccessible(page, 'request changes');
        await page.keyboard.press('Escape');
        await airplane.on();
        await page.goto(`/dashboard/campaigns/${brand.campaignId}?offerId=${other.offerId}`);
        await panel.getByRole('button', { name: 'Approve draft' }).click();
        await expect(panel).toContainText('Approval queued');
        await expectAccessible(page, 'queued offer');
        await panel.getByRole('button', { name: 'Close' }).click();
        await openQueue(page);
        await expectAccessible(page, 'queue');
        await airplane.off();
      });

      test.describe('logged out', () => {
        test.use({ loggedIn: false });
        test('the login meets WCAG 2.2 AA', async ({ page }) => {
          await page.goto('/');
          await expectAccessible(page, 'login');
          await page.getByRole('button', { name: 'Log in' }).click();
          await expect(page.getByText('Email is required.')).toBeVisible();
          await expectAccessible(page, 'login with errors');
        });
      });
    });
  }
}

/** Presses Tab until the wanted control has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${wanted} can't be reached with Tab`);
}

test('a draft is reviewed with the keyboard alone, and the focus comes back', async ({ page, brand }) => {
  const [draft] = brand.drafts;
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: brand.campaign }));
  await page.keyboard.press('Enter');
  const row = offerRow(page, draft).getByRole('button');
  await expect(row).toBeVisible();
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await tabTo(page, panel.getByRole('button', { name: 'Request changes' }));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, panel.getByRole('button', { name: 'Approve draft' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Offer approved')).toBeVisible();
});

test('nothing on the screens shifts while they load', async ({ page, context, brand }) => {
  await context.addInitScript(() => {
    const shifts = { sum: 0, of: [] as string[] };
    Object.assign(globalThis, { afieldShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        for (const { node } of entry.sources)
          shifts.of.push((node as Element | null)?.outerHTML?.slice(0, 120) ?? 'gone');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const expectStill = async (screen: string) => {
    const { sum, of } = await page.evaluate(
      () => (globalThis as unknown as { afieldShifts: { sum: number; of: string[] } }).afieldShifts,
    );
    expect(sum, `${screen}: ${of.join('\n')}`).toBeLessThan(0.01);
  };
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await expectStill('first visit');
  await page.reload();
  await expectUpToDate(page);
  await expectStill('campaigns');
  await page.getByRole('link', { name: brand.campaign }).click();
  await openOffer(page, brand.drafts[0]);
  await expectStill('campaign and offer');
  await page.reload();
  await expect(page.getByRole('dialog').locator('video')).toBeVisible();
  await expectUpToDate(page);
  await expectStill('offer, loaded directly');
});
