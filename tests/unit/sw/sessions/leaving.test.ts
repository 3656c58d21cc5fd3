import { expect, test } from 'vitest';
import type { PageMessage } from '#contract/worker/worker-message.ts';
import { readSync } from '#sw/copy/sync-row.ts';
import { brandStores } from '#sw/database/schema.ts';
import { readSessionCopy } from '#sw/database/session-copy.ts';
import { aKey, createFakePhone, type FakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2, off3 } from '../a-phone.ts';

/** The brands that have rows in the copy. */
async function brandsIn({ copy, clock }: Pick<FakePhone, 'copy' | 'clock'>): Promise<string[]> {
  const rows = await clock.until(
    copy.run((database) =>
      Promise.all(brandStores.map((name) => database.getAll(name) as Promise<{ brandId: string }[]>)),
    ),
  );
  return [...new Set(rows.flat().map((row) => row.brandId))].sort();
}

test('logging out leaves nothing of the brand', async () => {
  const { phone, clock, decide, cut, live, broadcasts } = await aPhone();
  expect(await brandsIn(phone)).toEqual([brandId]);
  cut();
  await decide(off1, aKey());
  expect(await clock.until(phone.say({ type: 'wipe', brandId }))).toMatchObject({ ok: true, status: { actions: [] } });
  expect(await brandsIn(phone)).toEqual([]);
  expect(await clock.until(readSessionCopy(phone.outbox))).toBeNull();
  const rows = await clock.until(
    phone.outbox.run(async (database) => [
      ...(await database.getAll('actions')),
      ...(await database.getAll('receipts')),
    ]),
  );
  expect(rows).toEqual([]);
  expect(phone.counts.mediaWiped).toBe(1);
  await live(4000);
  const statuses = broadcasts.flatMap((message) => (message.type === 'sync-status' ? [message.status] : []));
  expect(statuses.at(-1)).toMatchObject({ actions: [], syncedAt: null, complete: false });
});

test.each(['a list', 'a change', 'a decision', 'a refresh', 'a sync'])(
  'the response to %s that was in flight at logout isn’t stored',
  async (what) => {
    const { phone, clock, page, offer, network, server } = await aPhone();
    const seen = await offer(off1);
    await clock.advance(20_000);
    server.resubmit(off2);
    if (what === 'a refresh') server.expireAccess();
    network.fateOf = () => ({ kind: 'pass', delayMs: 0, answerDelayMs: 1000 });
    const asked = {
      'a list': () => page.read('/brand/v1.0/offers?page=1', { 'Cache-Control': 'no-cache' }),
      'a change': () => page.write('PUT', '/brand/v1.0/brands/current', { description: 'New' }),
      'a decision': () => page.decide(seen, aKey()),
      'a refresh': () => page.read('/brand/v1.0/offers?page=1', { 'Cache-Control': 'no-cache' }),
      'a sync': () => phone.say({ type: 'refresh-now' }),
    }[what];
    void asked?.().catch(() => undefined);
    await clock.advance(what === 'a sync' || what === 'a refresh' ? 1500 : 500);
    await clock.until(phone.say({ type: 'wipe', brandId }));
    await clock.advance(60_000);
    expect(await brandsIn(phone)).toEqual([]);
    expect(await clock.until(readSessionCopy(phone.outbox))).toBeNull();
  },
);

test('the response to a request made during the logout isn’t stored', async () => {
  for (let turns = 0; turns < 24; turns += 2) {
    const { phone, clock, page, network } = await aPhone();
    network.fateOf = () => ({ kind: 'pass', answerDelayMs: 1000 });
    const leaving = phone.say({ type: 'wipe', brandId });
    for (let i = 0; i < turns; i += 1) await new Promise((resolve) => setImmediate(resolve));
    void page.read('/brand/v1.0/offers?page=2', { 'Cache-Control': 'no-cache' }).catch(() => undefined);
    await clock.until(leaving);
    await clock.advance(30_000);
    expect(await brandsIn(phone), `after ${turns} turns`).toEqual([]);
  }
});

/** Logs another brand in and stops the worker at a step of that; returns the phone after the worker's next start. */
async function switchedBrand(stopAt: number | null): Promise<{ phone: FakePhone; steps: number }> {
  let steps = 0;
  let isCounting = false;
  const phone = createFakePhone({
    onStep(self) {
      if (!isCounting) return;
      steps += 1;
      if (steps === stopAt) self.stop();
    },
  });
  const { server, clock } = phone;
  server.addOffer(brandId, off3);
  server.addOffer('brd_2', offerIdOf(9));
  await clock.until(pageOf(phone, server.logIn(brandId)).open());
  await clock.advance(1000);
  const other = pageOf(phone, server.logIn('brd_2'));
  isCounting = true;
  await clock.until(other.open().catch(() => undefined));
  isCounting = false;
  await clock.until(other.open());
  await clock.advance(1000);
  return { phone, steps };
}

test('another brand’s login empties the first one’s copy, wherever the worker is stopped', async () => {
  const { steps } = await switchedBrand(null);
  expect(steps).toBeGreaterThan(10);
  for (let stopAt = 1; stopAt <= Math.min(steps, 20); stopAt += 1) {
    const { phone } = await switchedBrand(stopAt);
    expect(await brandsIn(phone), `stopped at step ${stopAt}`).toEqual(['brd_2']);
    expect(phone.counts.mediaWiped, `stopped at step ${stopAt}`).toBeGreaterThan(0);
  }
});

test('the copy of a brand whose session was only dropped is kept for it, and removed for another brand', async () => {
  const { phone, clock, server } = await aPhone();
  await clock.until(phone.say({ type: 'session', session: null }));
  await clock.until(pageOf(phone, server.logIn(brandId)).open());
  expect(phone.counts.mediaWiped).toBe(0);
  expect(await brandsIn(phone)).toEqual([brandId]);
  await clock.until(phone.say({ type: 'session', session: null }));
  await clock.until(pageOf(phone, server.logIn('brd_2')).open());
  await clock.advance(1000);
  expect(await brandsIn(phone)).toEqual(['brd_2']);
  expect(phone.counts.mediaWiped).toBe(1);
});

test('the later of two brands that log in at the same moment has its records stored', async () => {
  const phone = createFakePhone();
  const { server, clock } = phone;
  server.addOffer('brd_2', offerIdOf(9));
  for (const delay of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
    const [first, second] = [server.logIn(brandId), server.logIn('brd_2')];
    const earlier = phone.say({ type: 'session', session: first });
    for (let turns = 0; turns < delay; turns += 1) await Promise.resolve();
    await clock.until(Promise.all([earlier, phone.say({ type: 'session', session: second })]));
    await clock.advance(2000);
    expect(await brandsIn(phone), `${delay} turns apart`).toEqual(['brd_2']);
  }
});

test('a decision that is still being queued at logout is not kept for the next login', async () => {
  const { phone, clock, page, offer, server } = await aPhone();
  const seen = await offer(off1);
  phone.storage.set('afield-copy', 'hang');
  const deciding = page.decide(seen, aKey());
  await clock.advance(100);
  const leaving = phone.say({ type: 'wipe', brandId });
  await clock.advance(100);
  phone.storage.set('afield-copy', null);
  expect(await clock.until(leaving)).toMatchObject({ ok: true });
  expect(await clock.until(deciding)).toMatchObject({ status: 503, body: { code: 'not_kept' } });
  expect(await clock.until(phone.outbox.run((database) => database.count('actions')))).toBe(0);
  expect(server.received).toEqual([]);
});

test('a login that didn’t fit on a full disk doesn’t keep the current brand’s records out of the copy', async () => {
  const { phone, clock, server, session, live } = await aPhone();
  phone.storage.set('afield-outbox', 'full');
  expect(await clock.until(phone.say({ type: 'session', session: server.logIn('brd_2') }))).toMatchObject({
    ok: false,
  });
  phone.storage.set('afield-outbox', null);
  expect(await clock.until(phone.say({ type: 'session', session }))).toMatchObject({ ok: true });
  await live(70_000);
  expect(await brandsIn(phone)).toEqual([brandId]);
});

test('a failed wipe removes nothing of the brand that has logged in again since', async () => {
  const { phone, clock, server, cut, live, queue } = await aPhone();
  const databases = ['afield-outbox', 'afield-copy'] as const;
  for (const name of databases) phone.storage.set(name, 'hang');
  expect(await clock.until(phone.say({ type: 'wipe', brandId }))).toMatchObject({ ok: false });
  for (const name of databases) {
    phone.storage.set(name, null);
    // The queue works again, and the worker has noticed; it doesn't know about the copy yet.
    if (name === 'afield-outbox') await live(4000);
  }
  const session = server.logIn(brandId);
  const page = pageOf(phone, session);
  // A page repeats the message until it succeeds: a storage that didn't respond is not retried at once.
  while (!(await clock.until(phone.say({ type: 'session', session }))).ok) await clock.advance(200);
  cut();
  const key = aKey();
  await clock.until(page.decide(server.offer(off1), key));
  await live(40_000);
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting' }]);
  expect((await clock.until(readSessionCopy(phone.outbox)))?.session.brandId).toBe(brandId);
});

/** A worker with a sync in progress, after a newer one has taken over. */
async function anOlderWorker() {
  const given = await aPhone();
  const { phone, server, network, clock } = given;
  server.addOffer('brd_2', offerIdOf(9));
  server.resubmit(off1);
  void phone.say({ type: 'refresh-now' }).catch(() => undefined);
  network.fateOf = () => ({ kind: 'pass', answerDelayMs: 1000 });
  await clock.advance(500);
  phone.takeOver();
  return given;
}

test('an older worker that is still running during an update stores nothing of a logged-out brand', async () => {
  const { phone, clock, server, mend } = await anOlderWorker();
  mend();
  await clock.until(pageOf(phone, server.logIn('brd_2')).open());
  await clock.advance(5000);
  expect(await brandsIn(phone)).toEqual(['brd_2']);
});

test('an older worker doesn’t turn its partial sync into a complete copy of a brand that logged in again', async () => {
  const { phone, clock, server, cut } = await anOlderWorker();
  await clock.until(phone.say({ type: 'wipe', brandId }));
  cut();
  await clock.until(pageOf(phone, server.logIn(brandId)).open());
  await clock.advance(5000);
  expect(await clock.until(readSync(phone.copy, brandId))).toMatchObject({ complete: false, cursor: null });
});

test('another brand that logged in while the copy hung gets its copy, even if the worker was stopped', async () => {
  const { phone, clock, server } = await aPhone();
  server.addOffer('brd_2', offerIdOf(9));
  phone.storage.set('afield-copy', 'hang');
  const session = server.logIn('brd_2');
  expect(await clock.until(phone.say({ type: 'session', session }))).toMatchObject({ ok: true });
  phone.stop();
  phone.storage.set('afield-copy', null);
  await clock.until(pageOf(phone, session).open());
  await clock.advance(2000);
  expect(await brandsIn(phone)).toEqual(['brd_2']);
});

test('a login delayed by a hanging copy has no effect once its brand has logged out', async () => {
  const { phone, clock, server } = await aPhone();
  phone.storage.set('afield-copy', 'hang');
  const sending = phone.say({ type: 'session', session: server.logIn('brd_2') });
  await clock.advance(100);
  const leaving = phone.say({ type: 'wipe', brandId: 'brd_2' });
  await clock.advance(100);
  phone.storage.set('afield-copy', null);
  expect(await clock.until(leaving)).toMatchObject({ ok: true });
  await clock.until(sending);
  await clock.advance(5000);
  expect(await clock.until(readSessionCopy(phone.outbox))).toBeNull();
  expect(await brandsIn(phone)).toEqual([]);
});

test('a logout that arrives after the next login is visible in the status, so that the page can resend its session', async () => {
  const { phone, clock, server } = await aPhone();
  await clock.until(phone.say({ type: 'wipe', brandId }));
  const session = server.logIn(brandId);
  const statusOf = async (message: PageMessage) => {
    const reply = await clock.until(phone.say(message));
    return reply.ok ? reply.status : null;
  };
  expect(await statusOf({ type: 'session', session })).toMatchObject({ sessionOf: brandId });
  expect(await statusOf({ type: 'wipe', brandId })).toMatchObject({ sessionOf: null });
  expect(await statusOf({ type: 'session', session })).toMatchObject({ sessionOf: brandId });
  await clock.advance(2000);
  expect(await brandsIn(phone)).toEqual([brandId]);
});

test('logging out removes receipts', async () => {
  const { phone, clock, decide, cut, mend, live } = await aPhone();
  const receipts = () => clock.until(phone.outbox.run((database) => database.count('receipts')));
  cut();
  await decide(off1, aKey());
  mend();
  await live(4000);
  expect(await receipts()).toBe(1);
  await clock.until(phone.say({ type: 'wipe', brandId }));
  expect(await receipts()).toBe(0);
});
