import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Connection, connectOutbox } from '#sw/database/database.ts';
import type { OutboxSchema } from '#sw/database/schema.ts';
import {
  forgetSessionCopy,
  markSessionExpired,
  readSessionCopy,
  storeNewerSession,
  storeSuccessor,
} from '#sw/database/session-copy.ts';
import { aSession } from '#tests/component/support/examples.ts';

let outbox: Connection<OutboxSchema>;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  outbox = connectOutbox();
});

const pair = (n: number, brandId = 'brd_1') =>
  aSession({
    brandId,
    accessToken: `access-${n}`,
    refreshToken: `refresh-${n}`,
    accessTokenExpiration: `2030-01-01T00:00:${String(n).padStart(2, '0')}.000Z`,
  });
const keep = async (n: number, brandId?: string) => {
  const kept = await storeNewerSession(outbox, pair(n, brandId));
  if (kept === null) throw new Error('It was not kept');
  return kept;
};
const stored = async () => (await readSessionCopy(outbox))?.session.accessToken ?? null;

test('the newest token pair wins, in any order of arrival', async () => {
  for (const n of [2, 1, 3, 2]) await keep(n);
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(3), earlier: ['access-2'], expired: false });
});

test('a page is recognized by any of the last fifty tokens, but no older ones', async () => {
  for (let n = 1; n <= 53; n += 1) await keep(n);
  const { earlier } = (await readSessionCopy(outbox)) ?? {};
  expect(earlier).toHaveLength(50);
  expect([earlier?.[0], earlier?.at(-1)]).toEqual(['access-52', 'access-3']);
});

/** A pair that expires before the one it replaced, as after a server's clock was set back. */
const soonerPair = (n: number) => ({ ...pair(n), accessTokenExpiration: '2029-12-31T23:00:00.000Z' });

describe('a pair that expires sooner replaces', () => {
  beforeEach(async () => void (await keep(1)));

  test('the pair whose refresh returned it', async () => {
    expect(await storeSuccessor(outbox, soonerPair(2), 'refresh-1')).toMatchObject({ session: soonerPair(2) });
    expect(await readSessionCopy(outbox)).toMatchObject({ session: soonerPair(2), earlier: ['access-1'] });
    // The page still has the previous pair, which expires later.
    await keep(1);
    expect(await stored()).toBe('access-2');
  });

  test('the pair that its page says it replaced', async () => {
    await storeNewerSession(outbox, soonerPair(2), { replaced: 'access-1' });
    expect(await stored()).toBe('access-2');
  });

  test('any pair, if it is from a login', async () => {
    await storeNewerSession(outbox, soonerPair(2), { isLogin: true });
    expect(await stored()).toBe('access-2');
  });

  test('no pair that has already replaced its predecessor', async () => {
    await keep(2);
    await storeNewerSession(outbox, soonerPair(3), { replaced: 'access-1' });
    expect(await stored()).toBe('access-2');
    expect(await storeSuccessor(outbox, soonerPair(3), 'refresh-1')).toMatchObject({ session: pair(2) });
    expect(await stored()).toBe('access-2');
  });
});

describe('a replaced pair never returns', () => {
  const late = (n: number) => ({ ...pair(n), accessTokenExpiration: '2031-01-01T00:00:00.000Z' });

  test('under another access token of the same refresh', async () => {
    await keep(1);
    await storeSuccessor(outbox, pair(2), 'refresh-1');
    await storeNewerSession(outbox, { ...late(1), accessToken: 'access-1-repeated' });
    expect(await stored()).toBe('access-2');
  });

  test('in a row of an older version, which has no lineage', async () => {
    const row = { key: 'current' as const, session: pair(2), earlier: ['access-1'], expired: false };
    await outbox.run((database) => database.put('session', row));
    await storeNewerSession(outbox, late(1));
    expect(await stored()).toBe('access-2');
  });
});

test('another brand’s login replaces the session, and forgets its tokens', async () => {
  await keep(5);
  const { before } = await keep(1, 'brd_2');
  expect(before?.session.brandId).toBe('brd_1');
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(1, 'brd_2'), earlier: [] });
});

test('a refused token ends only its own session, and any other pair reopens it', async () => {
  await keep(1);
  await keep(2);
  expect(await markSessionExpired(outbox, 'refresh-1')).toBe(false);
  expect(await markSessionExpired(outbox, 'refresh-2')).toBe(true);
  await keep(2);
  expect((await readSessionCopy(outbox))?.expired).toBe(true);
  // A page that was closed in the meantime sends the earlier pair.
  await keep(1);
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(2), expired: true });
  // A new login's pair may expire sooner than the stored one.
  await keep(0);
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(0), expired: false });
});

test('a refresh can’t log in a brand that has left, or another one', async () => {
  expect(await storeSuccessor(outbox, pair(2), 'refresh-1')).toBeNull();
  expect(await stored()).toBeNull();
  await keep(1, 'brd_2');
  expect(await storeSuccessor(outbox, pair(2), 'refresh-1')).toBeNull();
  expect(await stored()).toBe('access-1');
  await keep(1);
  expect((await storeSuccessor(outbox, pair(2), 'refresh-1'))?.session).toEqual(pair(2));
});

test('a session is deleted entirely, or only if it is this brand’s', async () => {
  await keep(1);
  await forgetSessionCopy(outbox, 'brd_2');
  expect(await stored()).toBe('access-1');
  await forgetSessionCopy(outbox, 'brd_1');
  expect(await stored()).toBeNull();
  await keep(1);
  await forgetSessionCopy(outbox);
  expect(await stored()).toBeNull();
});

test('an unreadable row counts as no session, and a login replaces it', async () => {
  await outbox.run((database) => database.put('session', { key: 'current', session: 'broken' } as never));
  expect(await stored()).toBeNull();
  await keep(1);
  expect(await stored()).toBe('access-1');
});
