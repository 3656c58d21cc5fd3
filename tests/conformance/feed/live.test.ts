import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { brandWriter, writeBrand } from '#server/database/brand-scope.ts';
import { brands, sessions } from '#server/database/tables/tables.ts';
import { maxStreams } from '#server/services/feed/live/live.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { type EventReader, readEvents } from '#tests/support/calls/live-events.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { makeSamples } from '../access/samples.ts';

const { server, given, loggedIn } = await apiServer();
const { path } = endpoints.streamChanges;
const opened: EventReader[] = [];

afterEach(async () => {
  for (const stream of opened.splice(0)) await stream.close();
});

const ask = (token: string, app = server.app, init: RequestInit = {}) =>
  app.request(path, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } });

/** Opens a stream and reads its first event. */
async function listen(token: string, app = server.app) {
  const response = await ask(token, app);
  expect(response.status).toBe(200);
  const stream = readEvents(response);
  opened.push(stream);
  const hello = await stream.next();
  if (hello === 'end' || hello.type !== 'hello') throw new Error(`Expected a hello, found ${JSON.stringify(hello)}`);
  return { stream, revision: hello.revision };
}

const revisionOf = async (brandId: string) => {
  const [row] = await server.db.select({ revision: brands.revision }).from(brands).where(eq(brands.id, brandId));
  return row?.revision;
};
const write = (brandId: string) => writeBrand({ db: server.db, brandId }, async ({ revision }) => revision);

describe('the change stream', () => {
  test('is an event stream that proxies may not store, change or buffer', async () => {
    const { token } = await loggedIn();
    const response = await ask(token, server.app, { headers: { 'Accept-Encoding': 'gzip' } });
    opened.push(readEvents(response));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  test('starts with the brand’s current revision', async () => {
    const { brandId, token } = await loggedIn();
    await write(brandId);
    const { revision } = await listen(token);
    expect(revision).toBe(await revisionOf(brandId));
  });

  test('isn’t opened by a HEAD request', async () => {
    const { token } = await loggedIn();
    const before = server.live.count();
    expect((await ask(token, server.app, { method: 'HEAD' })).status).toBe(200);
    expect(server.live.count()).toBe(before);
  });

  test('emits a committed write but not a rolled-back one', async () => {
    const { brandId, token } = await loggedIn();
    const { stream } = await listen(token);
    const failing = writeBrand({ db: server.db, brandId }, async () => {
      throw new Error('Rolled back');
    });
    await expect(failing).rejects.toThrow('Rolled back');
    const revision = await write(brandId);
    expect(await stream.next()).toEqual({ type: 'change', revision });
  });

  test('emits writes by another process, in every process', async () => {
    const { brandId, token } = await loggedIn();
    const streams = [await listen(token), await listen(token, server.twin)];
    const revision = await server.db.transaction(async (tx) => (await brandWriter(tx, brandId)).revision);
    for (const { stream } of streams) expect(await stream.next()).toEqual({ type: 'change', revision });
  });

  test('doesn’t emit other brands’ writes', async () => {
    const own = await loggedIn();
    const other = await loggedIn();
    // Keep the other brand's revision far away, since it must not leak.
    for (let i = 0; i < 3; i += 1) await write(own.brandId);
    const { stream } = await listen(own.token);
    await write(other.brandId);
    const revision = await write(own.brandId);
    expect(await stream.next()).toEqual({ type: 'change', revision });
  });

  const ownWrites: [string, (samples: Awaited<ReturnType<typeof makeSamples>>) => [Endpoint, object]][] = [
    ['a decision', ({ samples }) => [endpoints.acceptEvidence, samples.acceptEvidence]],
    ['a campaign', ({ samples }) => [endpoints.createCampaign, samples.createCampaign]],
    ['a payment', ({ samples }) => [endpoints.addFunds, samples.addFunds]],
    ['settings', ({ samples }) => [endpoints.updateBrand, samples.updateBrand]],
  ];
  test.each(ownWrites)('emits an event after %s of the brand', async (_, callOf) => {
    const made = await makeSamples(given);
    const { accessToken: token } = await server.sessionOf(made.brandId);
    const { stream, revision } = await listen(token);
    const [endpoint, sample] = callOf(made);
    expect((await call(server, endpoint, { ...sample, token })).status).toBe(200);
    expect(await stream.next()).toMatchObject({ type: 'change', revision: expect.toSatisfy((n) => n > revision) });
  });

  test('emits an event after a creator’s move', async () => {
    const { brandId, creatorOfferId, samples } = await makeSamples(given);
    const { stream } = await listen((await server.sessionOf(brandId)).accessToken);
    const token = await server.linkOf(creatorOfferId);
    await call(server, endpoints.makeCreatorMove, { ...samples.makeCreatorMove, token, key: newKey() });
    expect(await stream.next()).toMatchObject({ type: 'change' });
  });
});

describe('a stream ends', () => {
  test('when its access token expires', async () => {
    const { brandId, token } = await loggedIn();
    const { stream } = await listen(token);
    server.clock.advance(14 * 60_000);
    await server.live.round();
    const later = await listen((await server.sessionOf(brandId)).accessToken);
    server.clock.advance(60_000);
    await server.live.round();
    expect(await stream.next()).toMatchObject({ type: 'bye' });
    expect(await stream.next()).toBe('end');
    const revision = await write(brandId);
    expect(await later.stream.next()).toEqual({ type: 'change', revision });
  });

  test('when its session is revoked', async () => {
    const { brandId, token } = await loggedIn();
    const { stream } = await listen(token);
    await server.db.update(sessions).set({ revokedAt: server.clock.now() }).where(eq(sessions.brandId, brandId));
    await server.live.round();
    expect(await stream.next()).toMatchObject({ type: 'bye' });
    expect(await stream.next()).toBe('end');
  });

  test('by the change that suspends the brand', async () => {
    const { brandId, token } = await loggedIn();
    const { stream } = await listen(token);
    await operate(server, 'suspend-brand', { brand: brandId, reason: 'Unpaid invoices' });
    expect(await stream.next()).toMatchObject({ type: 'change' });
    expect(await stream.next()).toMatchObject({ type: 'bye' });
    expect(await stream.next()).toBe('end');
  });

  test('when the brand is erased', async () => {
    const { brandId, token } = await loggedIn();
    const { stream } = await listen(token);
    await operate(server, 'erase-data', { kind: 'brand', named: brandId, isConfirmed: true });
    await server.live.round();
    const events = [await stream.next(), await stream.next(), await stream.next()];
    expect(events.map((event) => (event === 'end' ? event : event.type))).toContain('bye');
  });

  test('without affecting others, which stay open with a heartbeat', async () => {
    const { brandId, token } = await loggedIn();
    const { stream } = await listen(token);
    await server.live.round();
    await write(brandId);
    expect(await stream.next()).toMatchObject({ type: 'change' });
    expect(stream.beats()).toBe(1);
  });
});

test('a brand has a limit of streams, with a retry time, and can open another after one has ended', async () => {
  const { token } = await loggedIn();
  const streams: EventReader[] = [];
  for (let i = 0; i < maxStreams.ofBrand; i += 1) streams.push((await listen(token)).stream);
  const refused = await call(server, endpoints.streamChanges, { token });
  expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(60);
  await streams[0]?.close();
  expect((await call(server, endpoints.streamChanges, { token })).status).toBe(200);
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
