import { expectUpToDate, openOffer } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

interface Shifts {
  sum: number;
  of: string[];
}

test.beforeEach(async ({ context, browserName }) => {
  test.skip(browserName !== 'chromium', 'Only Chromium tells of layout shifts');
  await context.addInitScript(() => {
    const shifts: Shifts = { sum: 0, of: [] };
    Object.assign(globalThis, { afieldShifts: shifts });
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        shifts.sum += value;
        for (const { node } of sources) shifts.of.push((node as Element | null)?.outerHTML?.slice(0, 120) ?? 'gone');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

for (const [width, height] of [
  [360, 800],
  [1280, 800],
] as const) {
  test(`nothing shifts while screens load, ${width} px wide`, async ({ page, brand }) => {
    await page.setViewportSize({ width, height });
    // Adds up all shifts since the last load, including those after link clicks.
    const expectSteady = async (screen: string) => {
      const { sum, of } = await page.evaluate(() => (globalThis as unknown as { afieldShifts: Shifts }).afieldShifts);
      expect.soft(sum, `${screen}: ${of.join('\n')}`).toBeLessThan(0.02);
    };
    await page.goto('/dashboard/campaigns');
    await expectUpToDate(page);
    await expectSteady('first visit');
    await page.reload();
    await expectUpToDate(page);
    await expectSteady('campaigns');
    await page.getByRole('link', { name: brand.campaign }).click();
    await openOffer(page, brand.drafts[0]);
    await expectSteady('campaign and offer');
    await page.reload();
    await expect(page.getByRole('dialog').locator('video')).toBeVisible();
    await expectUpToDate(page);
    await expectSteady('offer, loaded directly');
  });
}
