import { randomBytes } from 'node:crypto';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { aSubscription } from '#tests/support/services/push-receiver.ts';
import { deliver, fakePushService, shownNotifications, tapNotification } from '../fixtures/network/push.ts';
import { expectUpToDate, offerPanel } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium lets a test deliver a push');
test.use({ permissions: ['notifications'] });

const subscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
  keys: aSubscription(),
});

test('a device gets notifications from opting in until they are turned off', async ({
  page,
  context,
  brand,
  server,
}) => {
  const given = subscription();
  const { endpoint } = given;
  await fakePushService(context, given);
  const devices = async () =>
    (await server.db.select().from(pushDevices)).filter(({ brandId }) => brandId === brand.id);
  await page.goto('/dashboard/settings');
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  expect(await devices()).toEqual([]);
  await section.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(section).toContainText('Notifications are on for this device.');
  expect(await devices()).toMatchObject([{ endpoint, quietFromMinute: null }]);
  await section.getByRole('switch', { name: 'Quiet time' }).check();
  await expect(section.getByLabel('From')).toHaveValue('22:00');
  // The fields show the new times while they are still being saved.
  await expect.poll(devices).toMatchObject([{ endpoint, quietFromMinute: 1320, quietToMinute: 420 }]);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  expect(await devices()).toEqual([]);
});

test('a push is shown, and a tap opens its subject without reloading the page', async ({ page, context, brand }) => {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const [draft] = brand.drafts;
  const navigate = `/dashboard/campaigns/${brand.campaignId}?offerId=${draft.offerId}`;
  const notification = { title: `${draft.creator} sent a draft`, body: '3 submissions wait for you.', navigate };
  await deliver(page, JSON.stringify({ web_push: 8030, notification, app_badge: 3 }));
  const { title, body } = notification;
  await expect.poll(() => shownNotifications(page)).toEqual([{ title, body }]);
  await tapNotification(context);
  await expect(offerPanel(page, draft)).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await shownNotifications(page)).toEqual([]);
});

test('an unreadable push shows a generic sentence', async ({ page }) => {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await deliver(page, 'not what we send');
  const plain = { title: 'Afield', body: 'Open Afield to see what needs your attention.' };
  await expect.poll(() => shownNotifications(page)).toEqual([plain]);
});
