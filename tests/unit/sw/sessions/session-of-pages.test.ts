import { describe, expect, test } from 'vitest';
import { refreshBrand } from '#contract/account/auth.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { readSessionCopy } from '#sw/database/session-copy.ts';
import { createLocalSession } from '#tests/support/worker/local-session.ts';
import { accessTokenOf } from '#tests/support/worker/model-server.ts';
import { aPhone, brandId } from '../a-phone.ts';

/** A phone with an open page, whose session is in local storage. */
async function aPhoneWithPage() {
  const given = await aPhone();
  const { phone, clock } = given;
  const local = createLocalSession(given.session);
  phone.pages = 1;
  phone.onBroadcast = (message) => {
    local.receive(message);
    if (phone.pages > 0 && message.type === 'session-request') void phone.say(local.message());
  };
  const fill = (fault: 'full' | null) => {
    for (const name of ['afield-copy', 'afield-outbox']) phone.storage.set(name, fault);
  };
  const sync = () =>
    clock.until(
      phone.sync().then(
        () => 'sent',
        () => 'waits',
      ),
    );
  /** Expires the access token, and has the worker make a call. */
  const refresh = async () => {
    given.server.expireAccess();
    await clock.until(phone.say({ type: 'refresh-now' }));
  };
  const refreshes = () => given.server.asked.filter((each) => each.endsWith('/auth/brand/refresh')).length;
  const inUse = async () => (await clock.until(readSessionCopy(phone.outbox)))?.session.accessToken;
  const isOver = async () => {
    const reply = await clock.until(phone.say({ type: 'get-status' }));
    return reply.ok ? reply.status?.sessionExpired : null;
  };
  return { ...given, local, fill, sync, refresh, inUse, isOver, refreshes };
}

describe('a disk that was full during two refreshes', () => {
  async function aStalePhone({ serverClockMs = 0 } = {}) {
    const given = await aPhoneWithPage();
    const { phone, fill, live, server, local } = given;
    server.setClock(serverClockMs);
    fill('full');
    for (let n = 1; n <= 2; n += 1) {
      server.expireAccess();
      await live(70_000);
    }
    expect(local.read().session.accessToken).toBe(accessTokenOf(brandId, '0-2'));
    phone.stop();
    server.expireAccess();
    return given;
  }

  test.each([
    ['', 0],
    [' and expires before it', -3_600_000],
  ])('lets the next worker use an open page’s pair, which replaced the stored one%s', async (_, serverClockMs) => {
    const { live, isOver, local } = await aStalePhone({ serverClockMs });
    await live(70_000);
    expect(await isOver()).toBe(false);
    expect(local.read().session.accessToken).toBe(accessTokenOf(brandId, '0-3'));
  });

  test('keeps a worker without pages from refreshing the stored pair until a page opens', async () => {
    const { phone, sync, fill, isOver, live, inUse, refresh, refreshes } = await aStalePhone();
    phone.pages = 0;
    const before = refreshes();
    await sync();
    fill(null);
    await sync();
    expect(refreshes()).toBe(before);
    phone.pages = 1;
    await live(70_000);
    expect(await isOver()).toBe(false);
    expect(await inUse()).toBe(accessTokenOf(brandId, '0-3'));
    // The pair is stored now, and needs no page.
    phone.pages = 0;
    phone.stop();
    await refresh();
    expect(await inUse()).toBe(accessTokenOf(brandId, '0-4'));
  });
});

describe('a pair that is only in memory', () => {
  async function aPhoneWithoutPage() {
    const given = await aPhoneWithPage();
    given.phone.pages = 0;
    given.fill('full');
    await given.refresh();
    expect(given.refreshes()).toBe(1);
    return given;
  }

  test('is not refreshed without an open page, or the next worker’s refresh would look like theft', async () => {
    const { phone, refresh, inUse, isOver, refreshes, fill } = await aPhoneWithoutPage();
    await refresh();
    expect(refreshes()).toBe(1);
    phone.stop();
    fill(null);
    await refresh();
    expect(await isOver()).toBe(false);
    expect(await inUse()).toBe(accessTokenOf(brandId, '0-2'));
  });

  test('is stored before the refresh once there is space again', async () => {
    const { fill, refresh, inUse } = await aPhoneWithoutPage();
    fill(null);
    await refresh();
    expect(await inUse()).toBe(accessTokenOf(brandId, '0-2'));
  });
});

test('a pair that pages refreshed twice on a full disk is not refreshed from storage', async () => {
  const { phone, clock, fill, server, refreshes, sync, isOver, session, local } = await aPhoneWithPage();
  fill('full');
  for (let n = 1; n <= 2; n += 1) {
    const { refreshToken } = local.read().session;
    const body = JSON.stringify({ brandId, refreshToken });
    const answer = await clock.until(phone.fetch(refreshBrand.path, { method: 'POST', body }));
    local.write((await answer.json()) as typeof session);
    await clock.until(phone.say(local.message()));
  }
  phone.stop();
  phone.pages = 0;
  fill(null);
  server.expireAccess();
  const before = refreshes();
  await sync();
  await clock.until(phone.say({ type: 'refresh-now' }));
  expect(refreshes()).toBe(before);
  expect(await isOver()).toBe(false);
});

test('a frozen page doesn’t block a refresh', async () => {
  const { phone, refresh, inUse } = await aPhoneWithPage();
  phone.onBroadcast = null;
  await refresh();
  expect(await inUse()).toBe(accessTokenOf(brandId, '0-1'));
});

test('nothing is refreshed if the pages have no session anymore', async () => {
  const { phone, refresh, refreshes, inUse } = await aPhoneWithPage();
  phone.onBroadcast = (message) => {
    if (message.type === 'session-request') void phone.say({ type: 'session', session: null });
  };
  const before = refreshes();
  await refresh();
  expect(refreshes()).toBe(before);
  expect(await inUse()).toBeUndefined();
});

test('a page’s own access token from the worker’s refresh is recognized, and is older than the next pair', async () => {
  const { phone, clock, session, refresh, inUse, local } = await aPhoneWithPage();
  await refresh();
  const repeated = { ...local.read().session, accessToken: accessTokenOf(brandId, '0-1-again') };
  const say = () => clock.until(phone.say({ type: 'session', session: repeated, lineage: [pairIdOf(session)] }));
  await say();
  expect(await inUse()).toBe(repeated.accessToken);
  phone.pages = 0;
  await refresh();
  expect(await inUse()).toBe(accessTokenOf(brandId, '0-2'));
  await say();
  expect(await inUse()).toBe(accessTokenOf(brandId, '0-2'));
});
