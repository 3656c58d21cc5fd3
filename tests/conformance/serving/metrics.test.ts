import { randomBytes } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { charges } from '#server/database/tables/billing-tables.ts';
import { passwordChangedEmail } from '#server/services/accounts/emails.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { MailError } from '#server/services/mail/transport.ts';
import { notifyDevices } from '#server/services/push/notify-devices.ts';
import { call } from '#tests/support/calls/call.ts';
import { readEvents } from '#tests/support/calls/live-events.ts';
import { owingOffer } from '#tests/support/calls/offers.ts';
import { beginTus, tusCall } from '#tests/support/calls/tus-client.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { aSubscription } from '#tests/support/services/push-receiver.ts';
import { startPushService } from '#tests/support/services/push-service.ts';
import { scrape } from '#tests/support/services/scrape.ts';

const service = await startPushService();
afterAll(() => service.close());
const { server, given, loggedIn } = await apiServer({ pushServices: [service.origin], withMetrics: true });
const { brandId, token } = await loggedIn();
const campaignId = await given.campaign(brandId);

/** Database figures are cached for ten seconds of the process's own clock. */
let passedMs = 0;
vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
const read = () => {
  passedMs += 60_000;
  return scrape(server);
};
/** Growth of a series during a task. */
async function growth(task: () => Promise<unknown>, name: string, labels: Record<string, string>) {
  const before = (await read()).valueOf(name, labels);
  await task();
  return ((await read()).valueOf(name, labels) ?? 0) - (before ?? 0);
}
const queue = () =>
  queueMail(server.db, {
    ...{ brandId, recipient: 'owner@brands.test', content: passwordChangedEmail.of({}) },
    now: server.clock.now(),
  });

test('requests are counted by their route pattern, never by path', async () => {
  const route = endpoints.getCampaign.path.replace('{campaignId}', ':campaignId');
  const labels = { method: 'GET', route, status: '200' };
  const ask = () => call(server, endpoints.getCampaign, { token, params: { campaignId } });
  expect(await growth(ask, 'afield_http_requests_total', labels)).toBe(1);
  const refused = () => call(server, endpoints.getCampaign, { params: { campaignId } });
  expect(await growth(refused, 'afield_http_requests_total', { ...labels, status: '401' })).toBe(1);
  expect((await read()).valueOf('afield_http_request_duration_seconds_count', { method: 'GET', route })).toBe(2);
  expect((await read()).text).not.toContain(campaignId);
});

test('a stranger’s requests create no series, whatever their method', async () => {
  const ask = async (path: string, method = 'GET') => {
    await server.app.request(path, { method });
  };
  await ask('/nothing');
  await ask('/nothing', 'PROPFIND');
  const count = (await read()).samples.length;
  for (const path of ['/x', '/brand/v1.0/x', '/creator/v1.0/x', '/files/x', '/%00', '/c/token']) await ask(path);
  for (const method of ['LOCK', 'MKCOL', 'PURGE']) await ask(`/${method}`, method);
  const { samples, text } = await read();
  // One pattern for files, and no more.
  expect(samples.length - count).toBeLessThan(20);
  expect(text).not.toMatch(/"(LOCK|MKCOL|PURGE)"|\/x"|%00/);
});

test('a failure is counted as a 500 of its route, and logged', async () => {
  const fail = async () => {
    const execute = vi.spyOn(server.db, 'execute').mockRejectedValueOnce(new TypeError('a fault of ours'));
    await server.app.request('/ready');
    execute.mockRestore();
    expect(server.errors.splice(0)).toHaveLength(1);
  };
  expect(await growth(fail, 'afield_http_requests_total', { route: '/ready', status: '500' })).toBe(1);
  expect(await growth(fail, 'afield_log_lines_total', { level: 'error' })).toBe(1);
});

test.each([
  ['done', null],
  ['retried', 'retry'],
  ['refused', 'refused'],
  ['unknown', 'unknown'],
] as const)('an email is counted as %s', async (result, outcome) => {
  await server.db.delete(mails);
  await queue();
  const send = async () => {
    if (outcome !== null) throw new MailError(outcome, new Error('no'));
  };
  const deliver = () => server.deliverMails({ repeatable: false, send });
  expect(await growth(deliver, 'afield_job_tries_total', { kind: 'mail', result })).toBe(1);
  server.errors.length = 0;
});

test('pending and failed jobs are counted, with the time since the oldest was due', async () => {
  await server.db.delete(mails);
  expect((await read()).valueOf('afield_jobs_oldest_due_seconds', { kind: 'mail' })).toBe(0);
  await queue();
  server.clock.advance(90_000);
  await queue();
  await server.db.insert(mails).values({
    ...{ id: 'mai_failed', brandId, recipient: 'x@brands.test', kind: 'x', data: {}, status: 'FAILED' },
    ...{ createdAt: server.clock.now(), dueAt: server.clock.now(), changedAt: server.clock.now() },
  });
  const found = await read();
  expect(found.valueOf('afield_jobs', { kind: 'mail', state: 'waiting' })).toBe(2);
  expect(found.valueOf('afield_jobs', { kind: 'mail', state: 'failed' })).toBe(1);
  expect(found.valueOf('afield_jobs_oldest_due_seconds', { kind: 'mail' })).toBe(90);
});

test.each([
  [201, 'done'],
  [410, 'refused'],
  [503, 'retried'],
])('a push whose service responds with %s is %s', async (status, result) => {
  const body = { endpoint: `${service.origin}/push/${status}`, keys: aSubscription(), quietTime: null };
  await call(server, endpoints.savePushDevice, { token, body });
  const offerId = await given.offer(brandId, campaignId);
  await given.submission(brandId, offerId, {}, server.clock.now());
  await notifyDevices(server.db, { brandId, offerId, now: server.clock.now() });
  service.reply({ status });
  expect(await growth(server.deliverPushes, 'afield_job_tries_total', { kind: 'push', result })).toBe(1);
});

test('uploads are counted with their bytes', async () => {
  const link = await server.linkOf(await owingOffer(server, brandId, campaignId));
  const address = await server.listen();
  const bytes = randomBytes(1_000);
  const upload = async () => {
    const { headers } = await beginTus(address, link, bytes.length, {});
    await tusCall(address, 'PATCH', headers.location ?? '', {
      token: link,
      headers: { 'Upload-Offset': '0' },
      body: bytes,
    });
  };
  expect(await growth(upload, 'afield_upload_bytes_total', { kind: 'draft' })).toBe(1_000);
  const found = await read();
  expect(found.valueOf('afield_uploads_total', { kind: 'draft', step: 'begun' })).toBe(1);
  expect(found.valueOf('afield_uploads_total', { kind: 'draft', step: 'completed' })).toBe(1);
  expect(found.valueOf('afield_uploads_receiving', { kind: 'draft' })).toBe(0);
});

test('an open stream is counted until it ends', async () => {
  const { path } = endpoints.streamChanges;
  const stream = readEvents(await server.app.request(path, { headers: { Authorization: `Bearer ${token}` } }));
  await stream.next();
  expect((await read()).valueOf('afield_live_streams')).toBe(1);
  await stream.close();
  expect((await read()).valueOf('afield_live_streams')).toBe(0);
});

test('a page of the feed reports how far its device was behind', async () => {
  const first = () => call(server, endpoints.getChanges, { token });
  // The newest revision has a record, so the cursor is at it.
  await given.campaign(brandId);
  expect(await growth(first, 'afield_feed_pages_total', { from: 'start' })).toBe(1);
  const { cursor } = (await first()).data;
  const writes = 3;
  for (let written = 0; written < writes; written += 1) await given.campaign(brandId);
  const next = () => call(server, endpoints.getChanges, { token, query: { cursor } });
  expect(await growth(next, 'afield_feed_behind_revisions_sum', {})).toBe(writes);
});

test('a charge with an unknown outcome is a payment in flight', async () => {
  const paymentId = await given.payment(brandId, { status: 'PENDING' });
  await server.db.insert(charges).values({
    ...{ brandId, paymentId, provider: 'sandbox', mode: 'test', customer: null, source: 'card', payee: null },
    ...{ amountCents: 25_000, reference: null, idempotencyKey: 'k', requestHash: 'h', providerKey: 'p' },
    ...{ createdAt: server.clock.now(), checkAt: server.clock.now() },
  });
  server.clock.advance(60_000);
  const found = await read();
  expect(found.valueOf('afield_payments_in_flight', { provider: 'sandbox' })).toBe(1);
  expect(found.valueOf('afield_payments_in_flight', { provider: 'stripe' })).toBe(0);
  expect(found.valueOf('afield_payments_oldest_in_flight_seconds', { provider: 'sandbox' })).toBe(60);
});

test('an unreachable database leaves the metrics readable, without stale figures', async () => {
  expect((await read()).valueOf('afield_database_up')).toBe(1);
  const select = vi.spyOn(server.db, 'select').mockImplementation(() => {
    throw new Error('No connection');
  });
  const found = await read();
  select.mockRestore();
  expect(found.valueOf('afield_database_up')).toBe(0);
  expect(found.samples.filter(({ name }) => name === 'afield_jobs')).toEqual([]);
  expect(found.valueOf('afield_database_pool_waiting')).toBe(0);
  expect((await read()).valueOf('afield_database_up')).toBe(1);
});

test('the process and its build are described', async () => {
  const found = await read();
  expect(found.valueOf('afield_build_info', { version: '0.0.0', commit: 'unknown' })).toBe(1);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
    expect(found.valueOf(name), name).toBeGreaterThanOrEqual(0);
  }
});
