import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { pushDevices } from '../../src/server/database/push-tables.ts';
import { expectUpToDate, offerPanel } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium lets a test deliver a push');
test.use({ permissions: ['notifications'] });

/** A push service is out of reach: what a browser gets from one is made here, with keys that are sound. */
async function fakePushService(context: BrowserContext): Promise<string> {
  const ecdh = createECDH('prime256v1');
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`;
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  await context.addInitScript(
    (given) => {
      let isHeld = false;
      const held = {
        endpoint: given.endpoint,
        toJSON: () => given,
        async unsubscribe() {
          isHeld = false;
          return true;
        },
      };
      const { prototype } = PushManager;
      Object.assign(prototype, {
        getSubscription: async () => (isHeld ? held : null),
        async subscribe() {
          isHeld = true;
          return held;
        },
      });
    },
    { endpoint, keys },
  );
  return endpoint;
}

/** Hands a push to the app's worker, as the browser does with one from its push service. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registrationId, data });
  await session.detach();
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });

/** A tap on the notification, which lies outside of what a test can press. */
async function tapNotification(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (notification) scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

test('a device is told once its user has asked for it, until it is turned off', async ({
  page,
  context,
  brand,
  server,
}) => {
  const endpoint = await fakePushService(context);
  const devices = async () =>
    (await server.db.select().from(pushDevices)).filter(({ brandId }) => brandId === brand.id);
  await page.goto('/dashboard/settings');
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  expect(await devices()).toEqual([]);
  await section.getByRole('button', { name: 'Tell me when something waits' }).click();
  await expect(section).toContainText('This device tells you when something waits.');
  expect(await devices()).toMatchObject([{ endpoint, quietFromMinute: null }]);
  await section.getByRole('switch', { name: 'Quiet time' }).check();
  await expect(section.getByLabel('From')).toHaveValue('22:00');
  expect(await devices()).toMatchObject([{ endpoint, quietFromMinute: 1320, quietToMinute: 420 }]);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Tell me when something waits' })).toBeVisible();
  expect(await devices()).toEqual([]);
});

test('a push is shown, and a tap opens what it is about without loading the page anew', async ({
  page,
  context,
  brand,
}) => {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const [draft] = brand.drafts;
  const navigate = `/dashboard/campaigns/${brand.campaignId}?offerId=${draft.offerId}`;
  const notification = { title: `${draft.creator} sent a draft`, body: '3 submissions wait for you.', navigate };
  await deliver(page, JSON.stringify({ web_push: 8030, notification, app_badge: 3 }));
  const { title, body } = notification;
  await expect.poll(() => shown(page)).toEqual([{ title, body }]);
  await tapNotification(context);
  await expect(offerPanel(page, draft)).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await shown(page)).toEqual([]);
});

test('a push that can’t be read is told in a plain sentence', async ({ page }) => {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  await deliver(page, 'not what we send');
  const plain = { title: 'Afield', body: 'Open Afield to see what waits for you.' };
  await expect.poll(() => shown(page)).toEqual([plain]);
});
