import type { Page } from '@playwright/test';
import { storageKey } from '#app/painting/painted-screen.ts';
import { breakCalls } from '../fixtures/network/failures.ts';
import { addCampaigns } from '../fixtures/server/many.ts';
import { expectUpToDate } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ paintedScreen: true });

const isStored = (page: Page) =>
  page.evaluate((key) => localStorage.getItem(key)?.includes(`"${location.pathname}"`) ?? false, storageKey);

/** Every word in the viewport, with its position. */
const wordsIn = (page: Page, root: string) =>
  page.locator(`${root} :is(h1, h2, p, a, button)`).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isSeen = y < innerHeight && width > 0 && !element.closest('[aria-label="Sync status"]');
      return isSeen ? [`${element.textContent} ${[x, y, width, height].map(Math.round)}`] : [];
    }),
  );

test('a start paints the last screen, and the app replaces it in place', async ({ page, brand, server }) => {
  await addCampaigns(server, brand);
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await expect.poll(() => isStored(page)).toBe(true);
  const own = await wordsIn(page, '#root');
  expect(own.length).toBeGreaterThan(10);

  // Delays the app, as a slow phone does. The app waits a while for the first-paint message, which is lost here.
  await page.addInitScript(() => {
    const Own = MessageChannel;
    globalThis.MessageChannel = class extends Own {
      constructor() {
        super();
        this.port2.close();
        globalThis.MessageChannel = Own;
      }
    };
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#first-paint h2').first()).toBeVisible();
  expect(await page.locator('#root > *').count()).toBe(0);
  expect(await wordsIn(page, '#first-paint')).toEqual(own);

  await expect(page.locator('#root h2').first()).toBeVisible();
  await expect(page.locator('#first-paint > *')).toHaveCount(0);
});

test('logging out removes the stored first frame', async ({ page, brand }) => {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await expect.poll(() => isStored(page)).toBe(true);
  await page.getByRole('button', { name: `${brand.name}, account` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the app’s load error is above the stored screen', async ({ page, cable, complaints }) => {
    complaints.allow(/status of 502/);
    await page.goto('/dashboard/campaigns');
    await expect.poll(() => isStored(page)).toBe(true);
    await breakCalls(cable, /\/assets\/app-.*\.js/);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('#first-paint h2').first()).toBeVisible();
    // A click arrives only if nothing covers the button.
    await page.getByRole('button', { name: 'Reload' }).click();
    await cable.setMode({ kind: 'pass' });
    await expect(page.locator('#root h2').first()).toBeVisible();
  });
});
