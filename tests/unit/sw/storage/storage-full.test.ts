import { expect, test } from 'vitest';
import { listOffers, type Offer } from '#contract/brand/offer.ts';
import type { Page } from '#contract/wire/page.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { readSessionCopy } from '#sw/database/session-copy.ts';
import { aKey, pageOf } from '#tests/support/worker/fake-phone.ts';
import { accessTokenOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

const full = (names: readonly string[]) => async () => {
  const given = await aPhone();
  const fill = () => {
    for (const name of names) given.phone.storage.set(name, 'full');
  };
  const status = async () => {
    const reply = await given.clock.until(given.phone.say({ type: 'get-status' }));
    return reply.ok ? reply.status : null;
  };
  const fresh = { 'Cache-Control': 'no-cache' };
  const offers = async (query = '', headers = {}) => {
    const { body } = await given.clock.until(given.page.read(`${listOffers.path}?page=1${query}`, headers));
    return (body as Page<Offer>).data;
  };
  const count = (store: 'offers' | 'posts') =>
    given.clock.until(given.phone.copy.run((database) => database.count(store)));
  return { ...given, fill, status, fresh, offers, count };
};
const aFullCopy = full(['afield-copy']);
const aFullPhone = full(['afield-copy', 'afield-outbox']);

test('media are removed first, and the write then succeeds', async () => {
  const { phone, fill, server, offers, fresh, count, status, cut } = await aFullCopy();
  fill();
  phone.storage.isFull = () => phone.counts.mediaWiped === 0;
  server.resubmit(off1);
  await offers('', fresh);
  cut();
  expect(await offers()).toContainEqual(server.offer(off1));
  expect(phone.counts.mediaWiped).toBe(1);
  expect(await count('offers')).toBe(3);
  expect((await status())?.storage).toBe('ok');
});

test('a response that can’t be stored is returned, without anything older in its place', async () => {
  const { fill, server, offers, fresh, clock, page, reported } = await aFullCopy();
  fill();
  server.resubmit(off1);
  expect(await offers('', fresh)).toContainEqual(server.offer(off1));
  server.resubmit(off2);
  const { body } = await clock.until(page.read(`/brand/v1.0/offers/${off2}`, fresh));
  expect(body).toEqual(server.offer(off2));
  expect(reported).toEqual([]);
});

test('the lack of space is reported until a write succeeds again', async () => {
  const { phone, fill, clock, status } = await aFullCopy();
  fill();
  await clock.until(phone.say({ type: 'refresh-now' }));
  expect((await status())?.storage).toBe('full');
  phone.storage.set('afield-copy', null);
  await clock.until(phone.say({ type: 'refresh-now' }));
  expect((await status())?.storage).toBe('ok');
});

test('a sent decision isn’t shown as undecided in any list, although the copy has no space for it', async () => {
  const { fill, decide, server, offer, offers, cut } = await aFullCopy();
  fill();
  expect((await decide(off1, aKey())).status).toBe(200);
  const sent = server.offer(off1);
  expect(sent.currentStage.type).not.toBe('AWAITING_EVIDENCE_CLEARANCE');
  expect(await offer(off1)).toEqual(sent);
  cut();
  expect(await offer(off1)).toEqual(sent);
  expect(await offers()).toContainEqual(sent);
  const ids = (await offers('&offerStageType=AWAITING_EVIDENCE_CLEARANCE')).map(({ id }) => id);
  expect(ids).toContain(off2);
  expect(ids).not.toContain(off1);
});

test('a sent decision reaches the copy when there is space again', async () => {
  const { phone, fill, decide, server, live, count } = await aFullCopy();
  fill();
  await decide(off1, aKey());
  phone.storage.set('afield-copy', null);
  await live(90_000);
  const row = await phone.clock.until(phone.copy.run((database) => database.get('offers', [brandId, off1])));
  expect(row?.value).toEqual(server.offer(off1));
  expect(await count('offers')).toBe(3);
});

test('storing a decision can remove the whole copy, but never a pending decision', async () => {
  const { phone, fill, decide, cut, queue, count, mend, live, server } = await aFullPhone();
  cut();
  const [first, second] = [aKey(), aKey()];
  await decide(off1, first);
  fill();
  // Removing media and figures frees too little: the decision's write fails before, between and after, and the figures'
  // once.
  let tries = 0;
  phone.storage.isFull = () => {
    tries += 1;
    return tries <= 4;
  };
  expect((await decide(off2, second)).status).toBe(202);
  expect(await count('offers')).toBe(0);
  expect((await queue()).map(({ actionId }) => actionId)).toEqual([first, second]);
  mend();
  await live(10_000);
  expect(server.applied.map(({ actionId }) => actionId).sort()).toEqual([first, second].sort());
});

test('a decision that can’t be stored is sent anyway', async () => {
  const { fill, decide, server, offer, queue } = await aFullPhone();
  fill();
  const key = aKey();
  expect(await decide(off1, key)).toMatchObject({ status: 200, body: { id: off1 } });
  expect(server.applied).toMatchObject([{ actionId: key }]);
  expect(await queue()).toEqual([]);
  expect(await offer(off1)).toEqual(server.offer(off1));
});

test('a decision that can’t be stored or sent gets an error', async () => {
  const { fill, decide, cut, server, queue, status } = await aFullPhone();
  fill();
  cut();
  expect(await decide(off1, aKey())).toMatchObject({ status: 503, body: { code: 'not_kept' } });
  expect(await queue()).toEqual([]);
  expect(server.applied).toEqual([]);
  expect((await status())?.storage).toBe('full');
});

test('freeing space on request removes media and refills the copy, but keeps pending decisions', async () => {
  const { phone, clock, decide, cut, mend, queue, count, server, live } = await aFullPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  expect(await clock.until(phone.say({ type: 'free-space' }))).toMatchObject({ ok: true });
  expect(phone.counts.mediaWiped).toBe(1);
  expect(await count('offers'), 'the copy can’t be refilled offline').toBe(3);
  expect(await queue()).toHaveLength(1);
  mend();
  await clock.until(phone.say({ type: 'free-space' }));
  expect(phone.counts.mediaWiped).toBe(2);
  expect(await count('offers')).toBe(3);
  expect(server.asked.filter((path) => path.endsWith('/changes'))).toHaveLength(2);
  await live(4000);
  expect(server.applied).toMatchObject([{ actionId: key }]);
});

test('pending decisions are sent once on a full disk, although leases and receipts can’t be written', async () => {
  const { phone, fill, decide, cut, mend, live, queue, server, offer, settled } = await aFullPhone();
  cut();
  const keys = [aKey(), aKey()];
  await decide(off1, keys[0] ?? '');
  await decide(off2, keys[1] ?? '');
  fill();
  mend();
  await live(10_000);
  expect(server.received.map(({ actionId }) => actionId).sort()).toEqual([...keys].sort());
  expect(settled().sort()).toEqual(keys.map((key) => `sent ${key}`).sort());
  expect(await queue()).toEqual([]);
  expect(await offer(off1)).toEqual(server.offer(off1));
  for (const name of ['afield-copy', 'afield-outbox']) phone.storage.set(name, null);
  await live(70_000);
  expect(
    (await phone.clock.until(phone.copy.run((database) => database.get('offers', [brandId, off1]))))?.value,
  ).toEqual(server.offer(off1));
});

test('sending on a full disk keeps the copy and media, and holds unwritten rows in memory', async () => {
  const { phone, fill, decide, cut, mend, live, count, server } = await full(['afield-outbox'])();
  cut();
  const [sent, refused] = [aKey(), aKey()];
  await decide(off1, sent);
  await decide(off2, refused);
  server.resubmit(off2);
  fill();
  mend();
  await live(10_000);
  expect(server.applied).toMatchObject([{ actionId: sent }]);
  expect(phone.counts.mediaWiped).toBe(0);
  expect(await count('offers')).toBe(3);
});

test('a decision that may have arrived isn’t reported as undone if its lease couldn’t be written', async () => {
  const { phone, clock, fill, decide, cut, network, live } = await aFullPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  fill();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  await live(4000);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: false });
});

test('the next worker reports no such decision as undone after one that couldn’t write a lease sent it', async () => {
  const { phone, clock, fill, decide, cut, network, live, server, status } = await aFullPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  fill();
  network.fateOf = ({ method }) => (method === 'POST' ? { kind: 'lose-answer' } : { kind: 'pass' });
  await live(4000);
  expect(server.applied).toMatchObject([{ actionId: key }]);
  cut();
  phone.stop();
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: false, isTooLate: true });
  expect((await status())?.actions).toMatchObject([{ actionId: key }]);
});

test('a refusal that can’t be written is shown, and can be discarded', async () => {
  const { phone, clock, fill, decide, cut, mend, live, server, status, queue } = await aFullPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  server.resubmit(off1);
  fill();
  mend();
  await live(6000);
  expect((await status())?.actions).toMatchObject([{ actionId: key, state: 'attention' }]);
  expect(server.received).toHaveLength(1);
  expect(await clock.until(phone.say({ type: 'discard', actionId: key }))).toMatchObject({ ok: true });
  expect(await queue()).toEqual([]);
});

test('a refusal is written once there is space, so that no other worker sends it again', async () => {
  const { phone, clock, fill, decide, cut, mend, live, server, status } = await aFullPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  server.resubmit(off1);
  fill();
  mend();
  await live(6000);
  for (const name of ['afield-copy', 'afield-outbox']) phone.storage.set(name, null);
  await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
  await clock.advance(1000);
  phone.stop();
  await live(6000);
  expect((await status())?.actions).toMatchObject([{ actionId: key, state: 'attention' }]);
  expect(server.received).toHaveLength(1);
});

test.each(['a day later', 'when a user asks'])(
  'figures that were removed return %s, and not at every sync',
  async (when) => {
    const { phone, fill, server, clock, offers, fresh } = await aFullCopy();
    const sync = () => clock.until(phone.copy.run((database) => database.get('sync', brandId)));
    const feeds = () => server.asked.filter((path) => path.endsWith('/changes')).length;
    fill();
    // Removing media frees too little; the write fits once the figures are removed.
    let tries = 0;
    phone.storage.isFull = () => {
      tries += 1;
      return tries <= 2;
    };
    server.resubmit(off1);
    await offers('', fresh);
    expect(await sync()).toMatchObject({ complete: true, hasFigures: false, figuresDroppedAt: clock.now() });
    const before = feeds();
    await clock.until(phone.say({ type: 'page-state', visible: true, reason: 'visible' }));
    await clock.advance(1000);
    expect(feeds()).toBe(before + 1);
    expect(await sync()).toMatchObject({ hasFigures: false });
    if (when === 'a day later') clock.jump(25 * 3_600_000);
    await clock.until(
      phone.say(
        when === 'a day later' ? { type: 'page-state', visible: true, reason: 'visible' } : { type: 'refresh-now' },
      ),
    );
    await clock.advance(1000);
    expect(await sync()).toMatchObject({ complete: true, hasFigures: true, figuresDroppedAt: null });
  },
);

const refreshes = (asked: readonly string[]) => asked.filter((each) => each.endsWith('/auth/brand/refresh')).length;

test('an access token that expires on a full disk is refreshed once, and the pair is stored when there is space', async () => {
  const { phone, clock, page, fill, decide, cut, mend, live, server } = await aFullPhone();
  cut();
  const key = aKey();
  await decide(off1, key);
  fill();
  server.expireAccess();
  mend();
  const before = refreshes(server.asked);
  await live(120_000);
  expect(refreshes(server.asked) - before).toBe(1);
  expect(server.applied).toMatchObject([{ actionId: key }]);
  expect((await clock.until(page.read(listOffers.path, { 'Cache-Control': 'no-cache' }))).status).toBe(200);
  for (const name of ['afield-copy', 'afield-outbox']) phone.storage.set(name, null);
  await live(70_000);
  const stored = await clock.until(readSessionCopy(phone.outbox));
  expect(stored?.session.accessToken).toBe(accessTokenOf(brandId, '0-1'));
});

test('a session that the server has ended is reported as ended, although a full disk can’t store that', async () => {
  const { phone, clock, page, fill, live, server, broadcasts, status, session } = await aFullPhone();
  fill();
  server.revoke(brandId);
  const before = refreshes(server.asked);
  await live(70_000);
  expect(await status()).toMatchObject({ sessionExpired: true });
  expect(broadcasts).toContainEqual({ type: 'session-expired', brandId, pairs: [pairIdOf(session)] });
  expect(refreshes(server.asked) - before).toBe(1);
  // A login continues at once, although the disk can't store that either.
  const next = await clock.until(page.logIn());
  expect(await status()).toMatchObject({ sessionExpired: false, sessionOf: brandId });
  expect((await clock.until(pageOf(phone, next).read(listOffers.path))).status).toBe(200);
});

test('logging out drops a session that a full disk couldn’t store', async () => {
  const { phone, clock, fill, live, server, status } = await aFullPhone();
  fill();
  server.expireAccess();
  await live(70_000);
  await clock.until(phone.say({ type: 'wipe', brandId }));
  expect(await status()).toMatchObject({ sessionOf: null });
});
