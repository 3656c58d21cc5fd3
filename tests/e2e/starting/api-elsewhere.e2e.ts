import { expect } from '@playwright/test';
import { type ApiElsewhere, startApiElsewhere } from '../fixtures/server/api-elsewhere.ts';
import { campaignTitle, expectUpToDate, logIn, openCampaign } from '../fixtures/steps/app.ts';
import { test } from '../fixtures/test.ts';

test.use({ loggedIn: false });

let elsewhere: ApiElsewhere;
test.beforeEach(async ({ server }) => {
  elsewhere = await startApiElsewhere(server.port);
  server.setSettings({ apiUrl: elsewhere.url });
});
test.afterEach(async ({ server }) => {
  server.setSettings(null);
  await elsewhere.close();
});

test('the same build works with an API on another origin, also offline', async ({ page, brand, airplane }) => {
  await page.goto('/');
  await logIn(page, brand);
  await expectUpToDate(page);
  await openCampaign(page, brand);
  expect(elsewhere.paths()).toEqual(expect.arrayContaining(['/brand/v1.0/auth/login', '/brand/v1.0/changes']));

  await airplane.on();
  await page.reload();
  await expect(campaignTitle(page, brand.campaign)).toBeVisible();
  await expect(page.getByText(brand.drafts[0].creator)).toBeVisible();
});
