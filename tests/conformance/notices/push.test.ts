import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { QuietTime } from '#contract/account/push.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { submitDueSubmission } from '#server/demo/simulation/submissions.ts';
import { notifyDevices } from '#server/services/push/notify-devices.ts';
import { call } from '#tests/support/calls/call.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { aSubscription, createReceiver, readVapid } from '#tests/support/services/push-receiver.ts';
import { startPushService } from '#tests/support/services/push-service.ts';

const service = await startPushService();
// Vitest runs these hooks in reverse order, so this runs after the server has closed.
afterAll(() => service.close());
const { server, given, loggedIn } = await apiServer({ pushServices: [service.origin] });

beforeEach(async () => {
  await server.db.delete(pushDevices);
  service.received.length = 0;
  service.reply({ status: 201 });
  server.errors.length = 0;
});

let made = 0;
/** A brand with a session and a subscribed device. */
async function aDevice({ quietTime = null }: { quietTime?: QuietTime | null } = {}) {
  const { brandId, token } = await loggedIn();
  const campaignId = await given.campaign(brandId);
  const receiver = createReceiver();
  made += 1;
  const endpoint = `${service.origin}/push/${made}`;
  const body = { endpoint, keys: receiver.keys, quietTime };
  const save = () => call(server, endpoints.savePushDevice, { token, body });
  const { status, data } = await save();
  expect(status).toBe(200);
  return {
    ...{ brandId, campaignId, token, endpoint, receiver, save, device: data },
    /** A creator submits a draft, and the brand's devices are queued for a push. */
    async submission(creator = { firstName: 'Maya', lastName: 'Chen' }) {
      const creatorId = await given.creator(brandId, creator);
      const offerId = await given.offer(brandId, campaignId, { creatorId });
      await given.submission(brandId, offerId, {}, server.clock.now());
      await notifyDevices(server.db, { brandId, offerId, now: server.clock.now() });
      return offerId;
    },
    messages: () => service.received.map(({ body: sealed }) => receiver.open(sealed)),
  };
}

const rows = () => server.db.select().from(pushDevices);

test('a submission reaches the device encrypted, in the declarative format', async () => {
  const { submission, messages } = await aDevice();
  const offerId = await submission();
  await server.deliverPushes();
  expect(messages()).toEqual([
    {
      web_push: 8030,
      notification: {
        title: 'Maya Chen sent a draft',
        body: 'Spring roast · 1 submission to review',
        navigate: `https://afield.test/dashboard/review?offer=${offerId}`,
        lang: 'en',
        dir: 'ltr',
        tag: 'submissions',
      },
      app_badge: 1,
    },
  ]);
  expect(service.received[0]?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'normal',
    topic: 'submissions',
  });
  expect(service.received[0]?.body.toString('latin1')).not.toContain('Maya');
  await server.deliverPushes();
  expect(service.received).toHaveLength(1);
});

test('a push is signed with the key that browsers subscribe with, for this push service and a day at most', async () => {
  const { submission, token } = await aDevice();
  await submission();
  await server.deliverPushes();
  const { publicKey, claims } = readVapid(service.received[0]?.headers.authorization ?? '');
  expect(publicKey).toBe((await call(server, endpoints.getPush, { token })).data.publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: 'https://afield.test' });
  expect(Number(claims.exp) * 1000).toBeLessThanOrEqual(Date.now() + 86_400_000);
});

test('several events before a push is sent become one push, about the newest', async () => {
  const { submission, messages } = await aDevice();
  await submission();
  await submission({ firstName: '', lastName: '' });
  await submission({ firstName: 'Noor', lastName: 'Haddad' });
  await server.deliverPushes();
  expect(messages()).toMatchObject([
    {
      notification: { title: 'Noor Haddad sent a draft', body: 'Spring roast · 3 submissions to review' },
      app_badge: 3,
    },
  ]);
});

test('a decision cancels its submission’s push, and another pending submission is still pushed', async () => {
  const { submission, messages } = await aDevice();
  const decided = async (offerId: string) =>
    server.db.update(offers).set({ stageType: 'SUBMIT_EVIDENCE' }).where(eq(offers.id, offerId));
  const first = await submission();
  await decided(first);
  await server.deliverPushes();
  expect(service.received).toEqual([]);
  await submission({ firstName: 'Ana', lastName: 'Silva' });
  await decided(await submission());
  await server.deliverPushes();
  expect(messages()).toMatchObject([{ notification: { title: 'Ana Silva sent a draft' }, app_badge: 1 }]);
});

test('names that could look like a separate line or fill the screen are shortened', async () => {
  const { submission, messages } = await aDevice();
  await submission({ firstName: `A\u202e\n${'b'.repeat(300)}`, lastName: '' });
  await server.deliverPushes();
  const [{ notification } = { notification: { title: '' } }] = messages() as { notification: { title: string } }[];
  expect(notification.title).toMatch(/^A\uFFFD\uFFFDb+… sent a draft$/);
  expect(notification.title.length).toBeLessThan(80);
});

test('a push waits during quiet hours, and then announces the submissions still pending', async () => {
  const quietTime = { fromMinute: 22 * 60, toMinute: 7 * 60, zone: 'Europe/Berlin' };
  const { submission, messages } = await aDevice({ quietTime });
  // The test's noon is 13:00 in Berlin, so ten hours later it is 23:00 there.
  server.clock.advance(10 * 3_600_000);
  await submission();
  await submission();
  await server.deliverPushes();
  server.clock.advance(8 * 3_600_000 - 1000);
  await server.deliverPushes();
  expect(service.received).toEqual([]);
  server.clock.advance(1000);
  await server.deliverPushes();
  expect(messages()).toMatchObject([{ app_badge: 2 }]);
});

test('a retry waits for the end of quiet hours', async () => {
  const { submission, save, endpoint } = await aDevice();
  await submission();
  const at = server.clock.now();
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
  const quiet = { quietFromMinute: minute, quietToMinute: (minute + 30) % 1440, zone: 'UTC' };
  await server.db.update(pushDevices).set(quiet).where(eq(pushDevices.endpoint, endpoint));
  await server.deliverPushes();
  expect(service.received).toEqual([]);
  await save();
  await server.db.update(pushDevices).set({ dueAt: at });
  await server.deliverPushes();
  expect(service.received).toHaveLength(1);
});

test.each([404, 410])('a device whose push service responds with %s is removed', async (status) => {
  const { submission } = await aDevice();
  service.reply({ status });
  await submission();
  await server.deliverPushes();
  expect(await rows()).toEqual([]);
  expect(server.errors).toEqual([]);
});

test('a push service that asks for a delay gets it, also for later pushes', async () => {
  const { submission, messages } = await aDevice();
  service.reply({ status: 429, headers: { 'Retry-After': '300' } });
  await submission();
  await server.deliverPushes();
  service.reply({ status: 201 });
  server.clock.advance(120_000);
  await submission();
  await server.deliverPushes();
  expect(service.received).toHaveLength(1);
  server.clock.advance(180_000);
  await server.deliverPushes();
  expect(messages()).toMatchObject([{ app_badge: 1 }, { app_badge: 2 }]);
});

test.each([
  ['a 503', { status: 503 } as const],
  ['a connection that breaks', 'drop' as const],
])('a push is retried with growing delays after %s, and finally given up', async (_, reply) => {
  const { submission } = await aDevice();
  service.reply(reply);
  await submission();
  const startMs = server.clock.now().getTime();
  const tries: number[] = [];
  for (;;) {
    const [{ dueAt } = { dueAt: null }] = await rows();
    if (dueAt === null) break;
    server.clock.advance(dueAt.getTime() - server.clock.now().getTime());
    tries.push((dueAt.getTime() - startMs) / 1000);
    await server.deliverPushes();
    expect(service.received).toHaveLength(tries.length);
  }
  expect(tries).toEqual([0, 5, 35, 155, 755, 4355, 15_155]);
  expect(await rows()).toMatchObject([{ dueAt: null, tries: 0 }]);
});

test.each([
  ['refuses', { status: 400 }],
  ['redirects', { status: 307, headers: { Location: '/elsewhere' } }],
])('a push service that %s is tried once, and its URL and keys aren’t logged', async (_, reply) => {
  const { submission, endpoint, receiver } = await aDevice();
  service.reply(reply);
  await submission();
  await server.deliverPushes();
  server.clock.advance(86_400_000);
  await server.deliverPushes();
  expect(service.received).toHaveLength(1);
  expect(server.errors).toMatchObject([{ msg: 'A push wasn’t sent', status: reply.status }]);
  const logged = JSON.stringify(server.errors);
  for (const secret of [endpoint, receiver.keys.auth, receiver.keys.p256dh]) expect(logged).not.toContain(secret);
  expect(await rows()).toHaveLength(1);
});

/** Sends one push a day, to which the push service responds with this status. */
async function daysOf(device: Awaited<ReturnType<typeof aDevice>>, statuses: readonly number[]) {
  for (const status of statuses) {
    service.reply({ status });
    await device.submission();
    await server.deliverPushes();
    server.clock.advance(86_400_000);
  }
}

test.each([400, 403])(
  'a device whose service responds with %i is removed only after five times over several days',
  async (status) => {
    const device = await aDevice();
    await daysOf(device, Array(4).fill(status));
    expect(await rows()).toMatchObject([{ refusals: 4 }]);
    await daysOf(device, [status]);
    expect(await rows()).toEqual([]);
  },
);

test('devices survive a wrong key that is restored within days, and refusals that aren’t about the device', async () => {
  const device = await aDevice();
  // Many pushes within hours: the key may be wrong for all devices.
  for (let sent = 0; sent < 8; sent += 1) {
    service.reply({ status: 403 });
    await device.submission();
    await server.deliverPushes();
  }
  server.clock.advance(2 * 86_400_000);
  await daysOf(device, [201]);
  expect(await rows()).toMatchObject([{ refusals: 0, refusedSince: null }]);
  await daysOf(device, [413, 413, 413, 413, 413, 413]);
  expect(await rows()).toMatchObject([{ refusals: 0 }]);
});

test('an endless response is cut, and counts by its status', async () => {
  const { submission } = await aDevice();
  service.reply({ status: 201, body: 'x'.repeat(5_000_000) });
  await submission();
  await server.deliverPushes();
  expect(await rows()).toMatchObject([{ dueAt: null }]);
});

test('a device is removed with its session', async () => {
  const { submission, token, brandId } = await aDevice();
  await submission();
  await call(server, endpoints.logout, { token });
  await server.deliverPushes();
  expect(service.received).toEqual([]);
  expect(await rows()).toEqual([]);
  const other = (await server.sessionOf(brandId)).accessToken;
  expect((await call(server, endpoints.getPush, { token: other })).data.devices).toEqual([]);
});

test('a browser in which another brand logs in gets pushes only for that brand', async () => {
  const first = await aDevice();
  const second = await aDevice();
  const body = { endpoint: first.endpoint, keys: second.receiver.keys, quietTime: null };
  await call(server, endpoints.savePushDevice, { token: second.token, body });
  await first.submission();
  await server.deliverPushes();
  expect(service.received).toEqual([]);
  await second.submission();
  await server.deliverPushes();
  expect(service.received.map(({ path }) => path)).toEqual([new URL(first.endpoint).pathname]);
});

test('saving a device again keeps it, and a changed URL replaces the old one', async () => {
  const { token, device, save, receiver } = await aDevice();
  expect((await save()).data).toEqual(device);
  const endpoint = `${service.origin}/push/changed`;
  const quietTime = { fromMinute: 60, toMinute: 120, zone: 'America/New_York' };
  await call(server, endpoints.savePushDevice, { token, body: { endpoint, keys: receiver.keys, quietTime } });
  expect(await rows()).toMatchObject([{ endpoint }]);
  const { devices } = (await call(server, endpoints.getPush, { token })).data;
  expect(devices).toMatchObject([{ current: true, quietTime }]);
});

test('devices are named by their browsers, and removed one by one', async () => {
  const { brandId, token } = await aDevice();
  const other = await given.pushDevice(brandId, { userAgent: 'Mozilla/5.0 (iPhone) Version/18.4 Safari/604.1' });
  const list = async () => (await call(server, endpoints.getPush, { token })).data.devices;
  expect((await list()).map(({ current }) => current).sort()).toEqual([false, true]);
  const { status } = await call(server, endpoints.removePushDevice, { token, params: { id: other } });
  expect(status).toBe(200);
  expect(await list()).toMatchObject([{ current: true }]);
});

test('the device saved longest ago is removed if there are more than 20', async () => {
  const brandId = await given.brand();
  for (let n = 0; n < 20; n += 1) await given.pushDevice(brandId, { savedAt: new Date(1000 + n) });
  const oldest = (await rows()).find(({ savedAt }) => savedAt.getTime() === 1000);
  const token = (await server.sessionOf(brandId)).accessToken;
  const body = { endpoint: `${service.origin}/push/new`, keys: aSubscription(), quietTime: null };
  await call(server, endpoints.savePushDevice, { token, body });
  const left = await rows();
  expect(left).toHaveLength(20);
  expect(left.map(({ id }) => id)).not.toContain(oldest?.id);
});

test('events during a push are pushed after it', async () => {
  const { submission, brandId } = await aDevice();
  const offerId = await submission();
  service.reply('hang');
  const sending = server.deliverPushes();
  await expect.poll(() => service.received.length).toBe(1);
  await notifyDevices(server.db, { brandId, offerId, now: server.clock.now() });
  service.reply({ status: 201 });
  service.release();
  await sending;
  expect(service.received).toHaveLength(2);
});

test('a simulated creator’s submission is pushed', async () => {
  const { brandId, campaignId, messages } = await aDevice();
  const offerId = await given.offer(brandId, campaignId);
  const owed = await given.submission(brandId, offerId, { submittedAt: null, fulfillment: null });
  await server.db
    .update(offers)
    .set({ stageType: 'SUBMIT_EVIDENCE', fulfillmentId: owed })
    .where(eq(offers.id, offerId));
  await writeBrand({ db: server.db, brandId }, (writer) =>
    submitDueSubmission({ writer, now: server.clock.now(), random: () => 0 }),
  );
  await server.deliverPushes();
  expect(messages()).toMatchObject([{ notification: { title: 'Ada Byron sent a draft' }, app_badge: 1 }]);
});

test('a push is sent by one of several servers', async () => {
  const { submission } = await aDevice();
  await submission();
  await Promise.all([server.deliverPushes(), server.deliverPushes(), server.deliverPushes()]);
  expect(service.received).toHaveLength(1);
});

test('a push is sent by another server if the first one died midway', async () => {
  const { submission } = await aDevice();
  await submission();
  await server.db.update(pushDevices).set({ leasedUntil: new Date(server.clock.now().getTime() + 60_000), tries: 1 });
  await server.deliverPushes();
  expect(service.received).toEqual([]);
  server.clock.advance(60_001);
  await server.deliverPushes();
  expect(service.received).toHaveLength(1);
});

test.each([
  'https://evil.example/push/1',
  'http://fcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com.evil.example/1',
  'https://fcm.googleapis.com@evil.example/1',
  'https://fcm.googleapis.com:8443/1',
  'https://127.0.0.1/1',
  'https://[::1]/1',
  'https://push.apple.com/1',
  'https://evilpush.apple.com/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
])('%s isn’t accepted as a push service’s URL', async (endpoint) => {
  const { token } = await aDevice();
  const body = { endpoint, keys: aSubscription(), quietTime: null };
  const { status, error } = await call(server, endpoints.savePushDevice, { token, body });
  expect([status, error?.issues?.[0]?.path]).toEqual([400, 'body.endpoint']);
});

test('invalid keys remove the device and don’t stop the sender', async () => {
  const { submission, endpoint } = await aDevice();
  const p256dh = Buffer.alloc(65, 4).toString('base64url');
  await server.db.update(pushDevices).set({ p256dh }).where(eq(pushDevices.endpoint, endpoint));
  await submission();
  await server.deliverPushes();
  expect([service.received, await rows()]).toEqual([[], []]);
});
