import { eq } from 'drizzle-orm';
import { addDays, dayOf } from '#domain/time/period.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { takingNewerAway } from '#tests/support/engines/take-away.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { addCampaigns } from '../fixtures/server/many.ts';
import {
  approveOffline,
  campaignTitle,
  expectUpToDate,
  offerRow,
  openCampaign,
  syncBanner,
} from '../fixtures/steps/app.ts';
import { fillIn, giveWizard, openWizard, title } from '../fixtures/steps/wizard.ts';
import { expect, test } from '../fixtures/test.ts';

test.beforeEach(async ({ context, server, browserName }) => {
  test.skip(browserName !== 'chromium', 'Chromium has all there is to be taken away');
  const script = takingNewerAway();
  await context.addInitScript(script);
  server.runBeforeWorker(script);
});

test.afterEach(({ server }) => server.runBeforeWorker(null));

const day = addDays(dayOf(new Date()), -3);
const postUrl = 'https://www.tiktok.com/@ada.sips/video/7123456789012345678';

test('an old engine is simulated by removing newer features from page and worker', async ({ page, context }) => {
  const newer = () => [
    typeof URL.canParse,
    typeof AbortSignal.any,
    'withResolvers' in Promise,
    'sync' in ServiceWorkerRegistration.prototype,
  ];
  const gone = ['undefined', 'undefined', false, false];
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  expect(await page.evaluate(newer)).toEqual(gone);
  const [worker] = context.serviceWorkers();
  expect(await worker?.evaluate(newer)).toEqual(gone);
});

test('an old engine shows figures, their export and a live post', async ({ page, context, brand, server }) => {
  const offerId = await server.given.offer(brand.id, brand.campaignId, {
    stageType: 'CLEARED',
    finalPostUrl: postUrl,
    creatorId: await server.given.creator(brand.id, { firstName: 'Mary', lastName: 'Shelley', username: 'ada.sips' }),
  });
  const postId = await server.given.post(brand.id, offerId, {
    finalPostUrl: postUrl,
    postedAt: new Date(`${day}T09:00:00Z`),
  });
  await server.given.figures(brand.id, postId, [[day, 61_000, 500, 20, 10]]);
  await context.route('https://www.tiktok.com/oembed**', (route) =>
    route.fulfill({
      json: { html: '<blockquote data-video-id="7123456789012345678">' },
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  );

  await page.goto('/dashboard/analytics');
  await expect(page.getByRole('button', { name: 'exactly 61,000' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Video by / })).toHaveAttribute('href', postUrl);
  const given = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await given).suggestedFilename()).toMatch(/\.csv$/);

  await page.goto(`/dashboard/campaigns/${brand.campaignId}`);
  await offerRow(page, { creator: 'Mary Shelley' }).getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Play Mary Shelley’s post' })).toBeVisible();
});

test('an old engine filters a list', async ({ page, brand, server }) => {
  const rejected = (await addCampaigns(server, brand)).filter((_, index) => index % 8 === 1);
  await page.goto('/dashboard/campaigns?filter=rejected');
  await expect(page.getByRole('article')).toHaveCount(rejected.length);
  for (const { name } of rejected) await expect(page.getByRole('link', { name })).toBeVisible();
});

test('an old engine saves the profile', async ({ page, brand, server }) => {
  await page.goto('/dashboard/settings');
  await page.getByLabel('Website').fill('harbour.test');
  await page.getByLabel('TikTok').fill('harbour.tea');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Your profile has been updated.');
  const [row] = await server.db.select({ brandUrl: brands.brandUrl }).from(brands).where(eq(brands.id, brand.id));
  expect(row).toEqual({ brandUrl: 'https://harbour.test' });
});

test('an old engine creates a campaign', async ({ page, brand, server }) => {
  await giveWizard(server, brand.id);
  const wizard = await openWizard(page);
  await fillIn(wizard);
  await wizard.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(campaignTitle(page, title)).toBeVisible();
  const made = await server.db.select({ name: campaigns.name }).from(campaigns).where(eq(campaigns.brandId, brand.id));
  expect(made.filter(({ name }) => name === title)).toHaveLength(1);
});

test('an old engine sends an offline decision once the network is back', async ({ page, brand, airplane, server }) => {
  const [draft] = brand.drafts;
  await openCampaign(page, brand);
  await airplane.on();
  await approveOffline(page, draft);
  await expect(syncBanner(page)).toContainText('1 action waiting to send');
  await airplane.off();
  await expectUpToDate(page);
  await expect(offerRow(page, draft)).toContainText('Waiting for link');
  expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toHaveLength(1);
});
