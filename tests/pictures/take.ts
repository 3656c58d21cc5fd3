// `npm run pictures` takes screenshots of the app with the demo brand, for the install dialog and the README.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demoLogin } from '#server/demo/accounts.ts';
import { logIn, syncBanner } from '#tests/e2e/fixtures/steps/app.ts';
import { chromiumLaunchOptions } from '#tests/support/browsers/chromium.mjs';
import { startProcess } from '#tests/support/servers/process.ts';

const outDir = 'public/screenshots';

// A phone's screenshot has twice the page's size, as on a phone's screen.
const phone = { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

async function showActive(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filter:/ }).click();
  await page.getByRole('menuitemradio', { name: /^Active/ }).click();
  await expect(page.getByRole('menu')).toBeHidden();
}

/** Opens a demo campaign that has drafts to review. */
async function openCampaignWithDrafts(page: Page): Promise<void> {
  await showActive(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByText('Review draft').first()).toBeVisible();
}

const openDraft = (page: Page) => page.getByText('Review draft').first().click();

/** Waits until pictures are loaded and toasts are gone. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  // A toast with Undo stays for 8 s.
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 20_000 });
}

interface Picture {
  name: string;
  device: typeof phone | typeof desktop;
  colorScheme?: 'dark';
  show(page: Page): Promise<void>;
}

const pictures: readonly Picture[] = [
  { name: 'campaigns-narrow', device: phone, show: showActive },
  {
    name: 'draft-narrow',
    device: phone,
    show: async (page) => {
      await openCampaignWithDrafts(page);
      await openDraft(page);
      await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
        video.muted = true;
        await video.play();
        video.currentTime = 1;
        video.pause();
      });
    },
  },
  {
    name: 'offline-narrow',
    device: phone,
    colorScheme: 'dark',
    show: async (page) => {
      await openCampaignWithDrafts(page);
      await page.context().setOffline(true);
      await openDraft(page);
      await page.getByRole('button', { name: 'Approve draft' }).click();
      const panel = page.getByRole('dialog');
      await expect(panel).toContainText('Approval queued');
      await panel.getByRole('button', { name: 'Close' }).click();
      await expect(panel).toBeHidden();
      await expect(syncBanner(page)).toContainText('1 action');
      await page.getByText('Approval queued').first().scrollIntoViewIfNeeded();
    },
  },
  { name: 'campaigns-wide', device: desktop, show: showActive },
  {
    name: 'campaign-wide',
    device: desktop,
    show: openCampaignWithDrafts,
  },
];

async function take(browser: Browser, address: string, { name, device, colorScheme, show }: Picture): Promise<void> {
  const context = await browser.newContext({ ...device, baseURL: address, colorScheme: colorScheme ?? 'light' });
  try {
    const page = await context.newPage();
    await page.goto('/');
    await logIn(page, demoLogin);
    await expect(syncBanner(page)).toContainText('Up to date', { timeout: 60_000 });
    await show(page);
    await settled(page);
    const file = join(outDir, `${name}.png`);
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(file);
    process.stdout.write(`${file}\n`);
  } finally {
    await context.close();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'afield-pictures-'));
mkdirSync(outDir, { recursive: true });
const server = startProcess({ PORT: '0', DATA_DIR: dataDir, SIMULATE: '0' });
try {
  const address = await server.ready;
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    for (const picture of pictures) await take(browser, address, picture);
  } finally {
    await browser.close();
  }
} finally {
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
}
