import { describe, expect, test } from 'vitest';
import { readSessionCopy } from '#sw/database/session-copy.ts';
import type { StorageFault } from '#tests/support/browsers/storage-faults.ts';
import { aKey, pageOf } from '#tests/support/worker/fake-phone.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

const databases = ['afield-copy', 'afield-outbox'] as const;
const faults: StorageFault[] = ['hang', 'blocked', 'newer', 'refused'];

/** A phone whose worker starts on databases with this fault. */
async function aFaultyPhone(fault: StorageFault, names: readonly string[] = databases) {
  const given = await aPhone();
  given.phone.stop();
  for (const name of names) given.phone.storage.set(name, fault);
  const mendStorage = () => {
    for (const name of names) given.phone.storage.set(name, null);
  };
  const status = async () => {
    const reply = await given.clock.until(given.phone.say({ type: 'get-status' }));
    return reply.ok ? reply.status : null;
  };
  return { ...given, mendStorage, status };
}

test.each(faults.flatMap((fault) => [[fault, databases] as const, [fault, ['afield-copy']] as const]))(
  'the fault "%s" in %j leaves screens to the server, once within 3 s and then at once',
  async (fault, names) => {
    const { clock, page, server, status, reported } = await aFaultyPhone(fault, names);
    const startedAt = clock.now();
    const first = await clock.until(page.read('/brand/v1.0/offers?page=1'));
    expect(first).toMatchObject({ status: 200, storedAt: null });
    expect(clock.now() - startedAt).toBeLessThanOrEqual(3500);
    server.resubmit(off1);
    const secondAt = clock.now();
    const body = (await clock.until(page.read('/brand/v1.0/offers?page=1'))).body as { data: unknown[] };
    expect(body.data).toContainEqual(server.offer(off1));
    expect(clock.now() - secondAt).toBeLessThanOrEqual(500);
    expect((await status())?.storage).toBe('unavailable');
    expect(reported).toEqual([]);
  },
);

test.each(faults)('the fault "%s" lets decisions go straight to the server unchanged', async (fault) => {
  const { clock, page, server } = await aFaultyPhone(fault);
  const key = aKey();
  const seen = server.offer(off1);
  expect(await clock.until(page.decide(seen, key))).toMatchObject({ status: 200, body: { id: off1 } });
  expect(server.applied).toMatchObject([{ actionId: key, fulfillmentId: seen.currentStage.fulfillment?.id }]);
  server.resubmit(off2);
  const stale = await clock.until(page.decide({ ...seen, id: off2 }, aKey()));
  expect(stale).toMatchObject({ status: 412, body: { code: 'offer_changed' } });
  expect(server.applied).toHaveLength(1);
});

test('an expired access token is left to the page to refresh', async () => {
  const { clock, page, server } = await aFaultyPhone('hang');
  server.expireAccess();
  expect((await clock.until(page.read('/brand/v1.0/offers?page=1'))).status).toBe(401);
});

test.each(faults)('the end of the fault "%s" makes everything work again, and pages are notified', async (fault) => {
  const { phone, page, live, mendStorage, status, offer, cut, decide } = await aFaultyPhone(fault);
  await live(10_000);
  expect((await status())?.storage).toBe('unavailable');
  mendStorage();
  phone.broadcasts.length = 0;
  await live(40_000);
  const said = phone.broadcasts.flatMap((message) => (message.type === 'sync-status' ? [message.status.storage] : []));
  expect(said).toContain('ok');
  await phone.clock.until(page.open());
  cut();
  expect((await offer(off1)).id).toBe(off1);
  expect((await decide(off1, aKey())).status).toBe(202);
});

test('a decision that a hanging storage stores after all is sent once', async () => {
  const { phone, clock, page, server, queue, live, offer, settled } = await aPhone();
  const seen = await offer(off1);
  phone.storage.set('afield-outbox', 'hang');
  const key = aKey();
  expect((await clock.until(page.decide(seen, key))).status).toBe(200);
  expect(server.applied).toHaveLength(1);
  phone.storage.set('afield-outbox', null);
  await live(60_000);
  expect(await queue()).toEqual([]);
  expect(server.applied).toHaveLength(1);
  expect(settled()).toEqual([]);
});

test('pending decisions are still counted while the storage hangs, and sent when it recovers', async () => {
  const { phone, clock, decide, cut, mend, live, server, queue } = await aPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  phone.storage.set('afield-outbox', 'hang');
  mend();
  await live(8000);
  const reply = await clock.until(phone.say({ type: 'get-status' }));
  expect(reply).toMatchObject({ ok: true, status: { storage: 'unavailable', actions: [{ actionId: key }] } });
  expect(server.applied).toEqual([]);
  phone.storage.set('afield-outbox', null);
  await live(40_000);
  expect(server.applied).toMatchObject([{ actionId: key }]);
  expect(await queue()).toEqual([]);
});

test('a logout reports within 4 s what it couldn’t clear, and clears it when the storage recovers', async () => {
  const { phone, clock, cut, decide, live, queue, server } = await aPhone();
  cut();
  await decide(off1, aKey());
  for (const name of databases) phone.storage.set(name, 'hang');
  const startedAt = clock.now();
  const reply = await clock.until(phone.say({ type: 'wipe', brandId }));
  expect(clock.now() - startedAt).toBeLessThanOrEqual(4000);
  expect(reply).toEqual({
    ok: false,
    message: 'Still on this device: your session, campaigns, offers and analytics, waiting actions.',
  });
  expect(await clock.until(phone.say({ type: 'get-status' }))).toMatchObject({
    status: { actions: [], syncedAt: null },
  });
  for (const name of databases) phone.storage.set(name, null);
  phone.network.fateOf = () => ({ kind: 'pass' });
  await live(40_000);
  expect(await clock.until(readSessionCopy(phone.outbox))).toBeNull();
  expect(await queue()).toEqual([]);
  expect(await clock.until(phone.copy.run((database) => database.count('offers')))).toBe(0);
  expect(server.applied).toEqual([]);
});

test('another brand that logs in while the storage hangs finds nothing of the first, and keeps its own', async () => {
  const { phone, clock, server } = await aPhone();
  phone.storage.set('afield-copy', 'hang');
  const other = pageOf(phone, server.logIn('brd_2'));
  await clock.until(other.open());
  phone.storage.set('afield-copy', null);
  for (let beats = 0; beats < 20; beats += 1) {
    await clock.until(other.beat());
    await clock.advance(2000);
  }
  const brands = await clock.until(phone.copy.run((database) => database.getAllKeys('documents')));
  expect(new Set(brands.map(([brand]) => brand))).toEqual(new Set(['brd_2']));
});

test('a brand that logs in while the copy hangs gets nothing of the previous brand', async () => {
  const { phone, clock, server, status, live } = await aFaultyPhone('hang', ['afield-copy']);
  phone.storage.set('afield-copy', null);
  await live(4000);
  expect(await status()).toMatchObject({ complete: true });
  phone.storage.set('afield-copy', 'hang');
  await live(6000);
  expect(await status()).toMatchObject({ complete: true, storage: 'unavailable' });
  await clock.until(pageOf(phone, server.logIn('brd_2')).open());
  expect(await status()).toMatchObject({ complete: false, syncedAt: null });
});

test('a decision that bypassed the queue, which already had it, isn’t reported as refused for its own effect', async () => {
  const { phone, clock, page, server, mend, cut, live, queue, network } = await aPhone();
  const seen = server.offer(off1);
  const key = aKey();
  cut();
  await clock.until(page.decide(seen, key));
  phone.stop();
  phone.storage.set('afield-outbox', 'refused');
  mend();
  expect(await clock.until(page.decide(seen, key))).toMatchObject({ status: 200 });
  network.fateOf = ({ method }) =>
    method === 'POST'
      ? { kind: 'answer', status: 403, body: '{"code":"forbidden","message":"Not any more."}' }
      : { kind: 'pass' };
  phone.storage.set('afield-outbox', null);
  await live(40_000);
  expect(server.applied).toHaveLength(1);
  expect(await queue()).toMatchObject([{ actionId: key, attention: { certainty: 'unknown' } }]);
});

test('a later worker doesn’t report such a decision as refused if the queue could record it', async () => {
  const { phone, clock, page, session, server, cut, live, queue, network } = await aPhone();
  const seen = server.offer(off1);
  const key = aKey();
  cut();
  await clock.until(page.decide(seen, key));
  // Another brand logs in, and a page of the first brand, which the worker has forgotten, repeats its request.
  await clock.until(phone.say({ type: 'session', session: server.logIn('brd_2') }));
  // Every sync fails, since one would store what is only held in memory.
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'pass' } : { kind: 'refuse' });
  expect(await clock.until(page.decide(seen, key))).toMatchObject({ status: 200 });
  phone.stop();
  network.fateOf = ({ method }) =>
    method === 'POST'
      ? { kind: 'answer', status: 403, body: '{"code":"forbidden","message":"Not any more."}' }
      : { kind: 'pass' };
  await clock.until(phone.say({ type: 'session', session }));
  await live(4000);
  expect(await queue()).toMatchObject([{ actionId: key, attention: { certainty: 'unknown' } }]);
});

test('a later worker without a record doesn’t report such a decision as refused if the offer shows its effect', async () => {
  const { phone, clock, page, server, mend, cut, live, queue, settled } = await aPhone();
  const seen = server.offer(off1);
  const key = aKey();
  cut();
  await clock.until(page.decide(seen, key, 'reject'));
  phone.stop();
  phone.storage.set('afield-outbox', 'hang');
  mend();
  expect(await clock.until(page.decide(seen, key, 'reject'))).toMatchObject({ status: 200 });
  phone.stop();
  phone.storage.set('afield-outbox', null);
  server.refuse(off1, 403);
  await live(40_000);
  expect(server.applied).toHaveLength(1);
  expect(await queue()).toEqual([]);
  expect(settled()).toEqual([`sent ${key}`]);
});

const readAll = '/brand/v1.0/offers?page=1';
const notStored = '/brand/v1.0/offers/off_01J00000000000000000000099';

describe.each([
  ['both databases', databases],
  ['the copy', ['afield-copy']],
] as const)('an offline phone with %s slow', (_, names) => {
  test('shows stored records as soon as they have been read', async () => {
    const { clock, page, cut } = await aFaultyPhone('slow', names);
    cut();
    const startedAt = clock.now();
    expect(await clock.until(page.read(readAll))).toMatchObject({ status: 200, body: { pagination: { total: 3 } } });
    expect(clock.now() - startedAt).toBeLessThan(25_000);
    expect(await clock.until(page.read(readAll, { 'Cache-Control': 'no-cache' }))).toMatchObject({ status: 200 });
  });

  test('reports other records as not available offline', async () => {
    const { clock, page, cut } = await aFaultyPhone('slow', names);
    cut();
    expect(await clock.until(page.read(notStored))).toMatchObject({
      status: 503,
      body: { code: 'not_available_offline' },
    });
  });
});

test('a hanging copy isn’t reported as empty offline, and is read when it recovers', async () => {
  const { phone, clock, page, cut, mendStorage } = await aFaultyPhone('hang', ['afield-copy']);
  cut();
  const startedAt = clock.now();
  expect(await clock.until(page.read(readAll))).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
  expect(clock.now() - startedAt).toBeLessThan(30_000);
  const reading = page.read(readAll);
  await clock.advance(5000);
  mendStorage();
  await clock.advance(16_000);
  expect(await clock.until(reading)).toMatchObject({ status: 200 });
  expect(phone.reported).toEqual([]);
});

test('a page’s own session is read offline when a hanging queue recovers', async () => {
  const { clock, page, cut, mendStorage } = await aFaultyPhone('hang', ['afield-outbox']);
  cut();
  const reading = page.read('/brand/v1.0/tags');
  await clock.advance(5000);
  mendStorage();
  expect(await clock.until(reading)).toMatchObject({ status: 200 });
});
