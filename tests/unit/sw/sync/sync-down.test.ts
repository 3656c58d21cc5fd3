import { expect, test } from 'vitest';
import { readSync } from '#sw/copy/sync-row.ts';
import { aKey, createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

const syncedAt = async ({ clock, copy }: Pick<Awaited<ReturnType<typeof aPhone>>, 'clock' | 'copy'>) =>
  (await clock.until(readSync(copy, brandId))).syncedAt;

test('a visible page syncs every minute, and no more often', async () => {
  const phone = await aPhone();
  const { server, live } = phone;
  const asked = server.asked.length;
  await live(50_000);
  expect(server.asked).toHaveLength(asked);
  server.resubmit(off2);
  await live(12_000);
  expect(server.asked.slice(asked)).toEqual(['GET /brand/v1.0/changes']);
  expect(await phone.offer(off2)).toEqual(server.offer(off2));
});

test('an announced change is fetched at once, and a burst of them with two requests', async () => {
  const { clock, phone, broadcasts, server } = await aPhone();
  server.resubmit(off1);
  const asked = server.asked.length;
  await clock.until(Promise.all(Array.from({ length: 5 }, () => phone.say({ type: 'server-changed' }))));
  await clock.settle();
  expect(broadcasts).toContainEqual({ type: 'data-changed', kinds: ['offers'] });
  expect(server.asked.slice(asked).filter((each) => each === 'GET /brand/v1.0/changes').length).toBeLessThanOrEqual(2);
});

test('pages are notified only of changes', async () => {
  const { clock, phone, broadcasts, server } = await aPhone();
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await clock.advance(1000);
  expect(broadcasts.filter(({ type }) => type === 'data-changed')).toEqual([]);
  server.resubmit(off1);
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await clock.advance(1000);
  expect(broadcasts).toContainEqual({ type: 'data-changed', kinds: ['offers'] });
});

test('an expired cursor refills the copy, and removes records that are gone', async () => {
  const { clock, phone, server, offer, page } = await aPhone();
  server.lose(off2);
  server.expireCursors();
  server.resubmit(off1);
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await clock.advance(1000);
  expect(await offer(off1)).toEqual(server.offer(off1));
  expect((await clock.until(page.read(`/brand/v1.0/offers/${off2}`))).status).toBe(404);
});

test('a server without a feed has its lists walked rarely, and is checked for a feed later', async () => {
  const phone = createFakePhone();
  const { server, clock } = phone;
  server.setFeed('none');
  for (let n = 1; n <= 120; n += 1) server.addOffer(brandId, offerIdOf(n));
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());
  await clock.advance(3000);
  const walked = server.asked.filter((each) => each.endsWith('/offers')).length;
  expect(walked).toBe(2);
  expect(await clock.until(readSync(phone.copy, brandId))).toMatchObject({ complete: true, hasFigures: false });
  phone.network.fateOf = () => ({ kind: 'refuse' });
  const list = await clock.until(page.read('/brand/v1.0/offers?page=12'));
  expect(list).toMatchObject({ status: 200, body: { pagination: { total: 120 } } });
  phone.network.fateOf = () => ({ kind: 'pass' });
  const live = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20_000) {
      await clock.until(page.beat());
      await clock.advance(20_000);
    }
  };
  await live(240_000);
  expect(server.asked.filter((each) => each.endsWith('/offers'))).toHaveLength(walked);
  server.lose(offerIdOf(7));
  await live(120_000);
  expect((await clock.until(page.read(`/brand/v1.0/offers/${offerIdOf(7)}`))).status).toBe(404);
  expect(server.asked.filter((each) => each.endsWith('/changes'))).toHaveLength(1);
  server.setFeed('there');
  await live(3_600_000);
  expect(server.asked.filter((each) => each.endsWith('/changes')).length).toBeGreaterThan(2);
  expect(await clock.until(readSync(phone.copy, brandId))).toMatchObject({ feedMissingAt: null, hasFigures: true });
});

test('setting the clock back delays no walk if there is no feed', async () => {
  const phone = createFakePhone();
  const { server, clock } = phone;
  server.setFeed('none');
  server.addOffer(brandId, off1);
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());
  await clock.advance(1000);
  server.resubmit(off1);
  clock.jump(-86_400_000);
  await clock.until(page.beat());
  await clock.advance(1000);
  phone.network.fateOf = () => ({ kind: 'refuse' });
  expect(await clock.until(page.offer(off1))).toEqual(server.offer(off1));
});

test('an interrupted first fill is incomplete, and is resumed', async () => {
  const phone = createFakePhone();
  const { server, clock, network } = phone;
  server.addOffer(brandId, off1);
  network.fateOf = ({ url }) => (url.pathname.endsWith('/changes') ? { kind: 'lose-answer' } : { kind: 'pass' });
  const page = pageOf(phone, server.logIn(brandId));
  await clock.until(page.open());
  await clock.advance(1000);
  expect(await syncedAt(phone)).toBeNull();
  phone.stop();
  network.fateOf = () => ({ kind: 'pass' });
  await clock.until(page.open());
  await clock.advance(1000);
  expect(await syncedAt(phone)).not.toBeNull();
  network.fateOf = () => ({ kind: 'refuse' });
  expect((await clock.until(page.offer(off1))).id).toBe(off1);
});

test('the effects of decisions are fetched after these were sent', async () => {
  const { server, decide, clock } = await aPhone();
  const asked = server.asked.length;
  await decide(off1, aKey());
  await clock.advance(1000);
  expect(server.asked.slice(asked)).toEqual(['GET /brand/v1.0/changes']);
});

test('an ended session fetches nothing', async () => {
  const { server, clock, page, phone, live } = await aPhone();
  server.revoke(brandId);
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  const asked = server.asked.length;
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await live(120_000);
  expect(server.asked).toHaveLength(asked);
});

test('a failing sync on a reachable server is reported with the last complete sync’s time, until one succeeds', async () => {
  const phone = await aPhone();
  const { clock, network, mend } = phone;
  const status = async () => {
    const reply = await clock.until(phone.phone.say({ type: 'get-status' }));
    return reply.ok ? reply.status : null;
  };
  const come = async () => {
    await clock.until(phone.phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
    await clock.advance(1000);
  };
  const before = await status();
  expect(before).toMatchObject({ online: true, lastSync: 'done' });
  const trouble = { kind: 'answer', status: 500, body: '{"message":"No","code":"internal"}' } as const;
  network.fateOf = ({ url }) => (url.pathname === '/brand/v1.0/changes' ? trouble : { kind: 'pass' });
  await come();
  const failed = { online: true, lastSync: 'failed', syncedAt: before?.syncedAt };
  expect(await status()).toMatchObject(failed);
  // A worker that has just started knows it too.
  phone.phone.stop();
  expect(await status()).toMatchObject(failed);
  mend();
  await come();
  expect(await status()).toMatchObject({ online: true, lastSync: 'done' });
  phone.phone.stop();
  expect(await status()).toMatchObject({ lastSync: 'done' });
});

test('a hanging decision delays no sync, even for the next brand that logs in', async () => {
  const { phone, clock, server, page, offer, network, copy } = await aPhone();
  const seen = await offer(off1);
  server.addOffer('brd_2', offerIdOf(9));
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'hang' } : { kind: 'pass' });
  void page.decide(seen, aKey()).catch(() => undefined);
  await clock.advance(500);
  await clock.until(pageOf(phone, server.logIn('brd_2')).open());
  await clock.advance(5000);
  expect(await clock.until(readSync(copy, 'brd_2'))).toMatchObject({ complete: true });
});
