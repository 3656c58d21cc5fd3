import { describe, expect, test } from 'vitest';
import { type BrandSession, refreshBrand } from '#contract/account/auth.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { readSessionCopy } from '#sw/database/session-copy.ts';
import { aKey, createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { accessTokenOf, offerIdOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId, off1, off2 } from '../a-phone.ts';

const refreshes = (asked: readonly string[]) => asked.filter((each) => each.endsWith('/auth/brand/refresh')).length;

test('a refused token is refreshed once, however many requests need it, and every page gets the new pair', async () => {
  const { page, server, clock, broadcasts, decide, phone } = await aPhone();
  server.expireAccess();
  const paths = [`/brand/v1.0/offers/${off1}`, `/brand/v1.0/offers/${off2}`, '/brand/v1.0/tags'];
  const before = refreshes(server.asked);
  const answers = await clock.until(Promise.all(paths.map((path) => page.read(path, { 'Cache-Control': 'no-cache' }))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(refreshes(server.asked) - before).toBe(1);
  const refreshed = broadcasts.flatMap((message) =>
    message.type === 'session-refreshed' ? [message.session.accessToken] : [],
  );
  expect(refreshed).toEqual([accessTokenOf(brandId, '0-1')]);
  expect((await clock.until(readSessionCopy(phone.outbox)))?.session.accessToken).toBe(accessTokenOf(brandId, '0-1'));
  // The page's old token still works for the page.
  expect((await decide(off1, aKey())).status).toBe(200);
});

test('a lost refresh response, with its worker, logs no user out', async () => {
  const { page, server, clock, network, mend, phone, decide } = await aPhone();
  server.expireAccess();
  network.fateOf = ({ url }) => (url.pathname.endsWith('/refresh') ? { kind: 'lose-answer' } : { kind: 'pass' });
  await clock.until(page.read(`/brand/v1.0/offers/${off1}`, { 'Cache-Control': 'no-cache' }));
  phone.stop();
  mend();
  expect((await decide(off1, aKey())).status).toBe(200);
  expect((await clock.until(readSessionCopy(phone.outbox)))?.expired).toBe(false);
});

test('a pair replayed after a lost response may have expired, and is refreshed at once', async () => {
  const { page, server, clock, network, mend } = await aPhone();
  const read = () => clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  server.expireAccess();
  network.fateOf = ({ url }) => (url.pathname.endsWith('/refresh') ? { kind: 'lose-answer' } : { kind: 'pass' });
  await read();
  server.expireAccess();
  mend();
  expect(await read()).toMatchObject({ status: 200, storedAt: null });
});

test('an ended session keeps the queue, sends nothing, and resumes at once after login', async () => {
  const { page, server, clock, cut, mend, live, decide, queue, broadcasts, phone, session } = await aPhone();
  const key = aKey();
  cut();
  await decide(off1, key);
  server.revoke(brandId);
  mend();
  await live(4000);
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting', mayHaveArrived: false }]);
  expect(broadcasts).toContainEqual({ type: 'session-expired', brandId, pairs: [pairIdOf(session)] });
  const status = await clock.until(phone.say({ type: 'get-status' }));
  expect(status).toMatchObject({ ok: true, status: { sessionExpired: true, actions: [{ actionId: key }] } });
  const tries = server.received.length;
  await live(10_000);
  expect(server.received).toHaveLength(tries);

  await clock.until(page.logIn());
  await clock.advance(500);
  expect(server.applied.map(({ actionId }) => actionId)).toEqual([key]);
});

test('a login fills the copy without waiting for another event', async () => {
  const phone = createFakePhone();
  const { server, clock } = phone;
  server.addOffer(brandId, off1);
  const page = pageOf(phone, server.logIn('brd_none'));
  const session = await clock.until(page.logIn(brandId));
  await clock.advance(500);
  phone.network.fateOf = () => ({ kind: 'refuse' });
  expect((await clock.until(pageOf(phone, session).offer(off1))).id).toBe(off1);
});

test('another brand on the same phone can’t send or see the first one’s queue', async () => {
  const { server, clock, cut, mend, live, decide, queue, phone } = await aPhone();
  const key = aKey();
  cut();
  await decide(off1, key);
  server.revoke(brandId);
  mend();
  await live(2000);
  server.addOffer('brd_2', offerIdOf(9));
  const other = pageOf(phone, server.logIn('brd_2'));
  await clock.until(other.open());
  await live(4000);
  const reply = await clock.until(phone.say({ type: 'get-status' }));
  expect(reply).toMatchObject({ ok: true, status: { actions: [], sessionExpired: false } });
  expect((await clock.until(other.read(`/brand/v1.0/offers/${off1}`))).status).toBe(404);
  expect(server.received.filter(({ brandId: by }) => by === 'brd_2')).toEqual([]);
  expect(await clock.until(phone.say({ type: 'undo', actionId: key }))).toMatchObject({ ok: false });
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting' }]);

  await clock.until(pageOf(phone, server.logIn(brandId)).open());
  await clock.advance(1000);
  expect(server.applied).toMatchObject([{ actionId: key, brandId }]);
});

test('a page’s pair isn’t considered newer than the one that the worker has since received', async () => {
  const { server, clock, page, session, phone, broadcasts } = await aPhone();
  server.expireAccess();
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  broadcasts.length = 0;
  await clock.until(phone.say({ type: 'session', session }));
  expect((await clock.until(readSessionCopy(phone.outbox)))?.session.accessToken).toBe(accessTokenOf(brandId, '0-1'));
  expect(broadcasts).toMatchObject([
    { type: 'session-refreshed', session: { accessToken: accessTokenOf(brandId, '0-1') } },
  ]);
});

test.each([
  [401, { message: 'Unauthorized' }],
  [403, { message: 'Blocked by policy', code: 'forbidden' }],
  [404, { message: 'No such route', code: 'not_found' }],
  [409, { message: 'Conflict' }],
  [400, { message: 'Bad', code: 'invalid_request' }],
])('a %i that isn’t the contract’s refusal doesn’t end the session', async (status, body) => {
  const { page, server, clock, network, mend, phone, decide, broadcasts } = await aPhone();
  server.expireAccess();
  network.fateOf = ({ url }) =>
    url.pathname.endsWith('/refresh') ? { kind: 'answer', status, body: JSON.stringify(body) } : { kind: 'pass' };
  await clock.until(page.read(`/brand/v1.0/offers/${off1}`, { 'Cache-Control': 'no-cache' }));
  expect((await clock.until(readSessionCopy(phone.outbox)))?.expired).toBe(false);
  expect(broadcasts.filter(({ type }) => type === 'session-expired')).toEqual([]);
  mend();
  expect((await decide(off1, aKey())).status).toBe(200);
});

test('a page that was closed during a refresh doesn’t reopen the session with its outdated pair', async () => {
  const { page, server, clock, cut, mend, live, decide, phone } = await aPhone();
  server.expireAccess();
  // The worker has a newer pair, which the page never receives.
  await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }));
  cut();
  await decide(off1, aKey());
  server.revoke(brandId);
  mend();
  await live(4000);
  cut();
  await clock.until(page.open());
  const reply = await clock.until(phone.say({ type: 'get-status' }));
  expect(reply).toMatchObject({ ok: true, status: { sessionExpired: true, actions: [{ state: 'waiting' }] } });
});

test('one brand’s id is never combined with another’s token, and its queue never sent with one', async () => {
  const { clock, cut, mend, live, decide, phone, server, session, queue } = await aPhone();
  const key = aKey();
  cut();
  await decide(off1, key);
  const accessToken = `e30.${btoa(JSON.stringify({ sub: 'brd_2' }))}.none`;
  const mixed = { ...session, accessToken, accessTokenExpiration: '2040-01-01T00:00:00.000Z' };
  await expect(clock.until(phone.say({ type: 'session', session: mixed }))).rejects.toThrow('No reply');
  expect((await clock.until(readSessionCopy(phone.outbox)))?.session).toEqual(session);
  // A row like this, stored by an older version, counts as no session.
  const row = { key: 'current' as const, session: mixed, earlier: [], expired: false };
  await clock.until(phone.outbox.run((database) => database.put('session', row)));
  mend();
  await live(4000);
  expect(server.received).toEqual([]);
  expect(await queue()).toMatchObject([{ actionId: key, state: 'waiting' }]);
});

test('every page is notified when another brand logs in, or the current one logs out', async () => {
  const { clock, phone, server, broadcasts } = await aPhone();
  const brandChanges = () => broadcasts.filter(({ type }) => type === 'brand-changed').length;
  await clock.until(pageOf(phone, server.logIn('brd_2')).open());
  expect(brandChanges()).toBe(1);
  await clock.until(phone.say({ type: 'wipe', brandId: 'brd_2' }));
  expect(brandChanges()).toBe(2);
});

test('a page’s start message doesn’t discard responses that a new worker has in flight', async () => {
  const { phone, clock, page, session, server, network, offer, cut } = await aPhone();
  phone.stop();
  server.resubmit(off1);
  const now = server.offer(off1);
  network.fateOf = () => ({ kind: 'pass', answerDelayMs: 1000 });
  const reading = page.read(`/brand/v1.0/offers/${off1}`, { 'Cache-Control': 'no-cache' });
  await clock.advance(500);
  await clock.until(phone.say({ type: 'session', session }));
  await clock.until(reading);
  cut();
  expect(await offer(off1)).toEqual(now);
});

describe('a server whose clock was set back', () => {
  const read = async ({ clock, page }: Awaited<ReturnType<typeof aPhone>>) =>
    (await clock.until(page.read('/brand/v1.0/tags', { 'Cache-Control': 'no-cache' }))).status;
  const stored = async ({ clock, phone }: Awaited<ReturnType<typeof aPhone>>) =>
    (await clock.until(readSessionCopy(phone.outbox)))?.session.accessToken;

  test('has its refreshed pair used although it expires before its predecessor, and pages get it', async () => {
    const given = await aPhone();
    const { server, live, broadcasts } = given;
    server.setClock(-3_600_000);
    server.expireAccess();
    const before = refreshes(server.asked);
    expect(await read(given)).toBe(200);
    await live(70_000);
    expect(refreshes(server.asked) - before).toBe(1);
    expect(broadcasts.filter(({ type }) => type === 'session-refreshed')).toMatchObject([
      { session: { accessToken: accessTokenOf(brandId, '0-1') }, replaced: [accessTokenOf(brandId, '0-0')] },
    ]);
    expect(await stored(given)).toBe(accessTokenOf(brandId, '0-1'));
  });

  test('gets no earlier pair back from a page that starts with one, which expires later', async () => {
    const given = await aPhone();
    const { server, clock, page } = given;
    server.setClock(-3_600_000);
    for (let n = 1; n <= 8; n += 1) {
      server.expireAccess();
      expect(await read(given)).toBe(200);
    }
    await clock.until(page.open());
    expect(await stored(given)).toBe(accessTokenOf(brandId, '0-8'));
    expect(await read(given)).toBe(200);
  });

  test('has a pair accepted that a page refreshed itself', async () => {
    const given = await aPhone();
    const { server, clock, phone, session } = given;
    server.setClock(-3_600_000);
    server.expireAccess();
    const { brandId: owner, refreshToken } = session;
    const body = JSON.stringify({ brandId: owner, refreshToken });
    const answer = await clock.until(phone.fetch(pathOf(refreshBrand), { method: 'POST', body }));
    expect(await stored(given)).toBe(((await answer.json()) as BrandSession).accessToken);
  });

  test('has the previous session replaced by a login of the same brand', async () => {
    const given = await aPhone();
    const { server, clock, page } = given;
    server.setClock(-3_600_000);
    const { accessToken } = await clock.until(page.logIn());
    expect(await stored(given)).toBe(accessToken);
  });
});
