import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appDir } from '#server/paths.ts';
import {
  approveOffline,
  campaignTitle,
  expectUpToDate,
  offerRow,
  openCampaign,
  openOffer,
  openQueue,
} from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test('creators whose picture was never fetched show initials offline, without errors', async ({
  page,
  brand,
  airplane,
}) => {
  const [draft] = brand.drafts;
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await airplane.on();
  await page.getByRole('link', { name: brand.campaign }).click();
  await expect(offerRow(page, draft)).toContainText('AB');
  await expect(offerRow(page, draft).locator('img')).toHaveCount(0);
  expect(errors.filter((text) => !text.includes('/brand/'))).toEqual([]);
});

test('the camera notch covers nothing in landscape', async ({ page, brand, airplane, browserName }) => {
  test.skip(browserName !== 'chromium', 'Only Chromium can be told of a camera');
  const [draft] = brand.drafts;
  const widthPx = 844;
  const insetPx = 47;
  await page.setViewportSize({ width: widthPx, height: 390 });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: insetPx, right: insetPx, bottom: 21, top: 0 },
  });
  await openCampaign(page, brand);
  const panel = await openOffer(page, draft);
  const freeOf = async (button: ReturnType<typeof panel.getByRole>) => {
    const box = await button.boundingBox();
    return box !== null && box.x + box.width <= widthPx - insetPx && box.y + box.height <= 390 - 21;
  };
  // The trial click waits until the panel has stopped moving.
  await panel.getByRole('button', { name: 'Approve draft' }).click({ trial: true });
  for (const name of ['Approve draft', 'Close']) {
    expect(await freeOf(panel.getByRole('button', { name })), name).toBe(true);
  }
  await panel.getByRole('button', { name: 'Close' }).click();
  await airplane.on();
  await approveOffline(page, draft);
  const queue = await openQueue(page);
  await queue.getByRole('button', { name: 'Send now' }).click({ trial: true });
  for (const name of ['Send now', 'Close']) expect(await freeOf(queue.getByRole('button', { name })), name).toBe(true);
});

test('a campaign fetches its own code, and analytics code only when a finger comes near', async ({ page, brand }) => {
  const manifestFile = join(process.env.AFIELD_APP_DIR ?? appDir(), '.vite/manifest.json');
  const built = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, { file: string }>;
  const chunkOf = (route: string) => built[`src/routes/dashboard/${route}?tsr-split=component`]?.file ?? 'none';
  const fetched: string[] = [];
  // The worker also fetches every file for its cache, which doesn't count.
  page.on('request', (request) => request.serviceWorker() ?? fetched.push(new URL(request.url()).pathname.slice(1)));
  await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
  await expect(campaignTitle(page, brand.campaign)).toBeVisible();
  await expectUpToDate(page);
  expect(fetched).toContain(chunkOf('campaigns/$campaignId.tsx'));
  expect(fetched).not.toContain(chunkOf('analytics/campaign/$campaignId.tsx'));
});
