import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { type Connection, connectOutbox } from '#sw/database/database.ts';
import type { OutboxSchema } from '#sw/database/schema.ts';
import {
  forgetSessionCopy,
  keepNewerSession,
  keepSuccessor,
  markSessionExpired,
  readSessionCopy,
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
  const kept = await keepNewerSession(outbox, pair(n, brandId));
  if (kept === null) throw new Error('It was not kept');
  return kept;
};
const stored = async () => (await readSessionCopy(outbox))?.session.accessToken ?? null;

test('the newest pair of tokens wins, in whatever order they come', async () => {
  for (const n of [2, 1, 3, 2]) await keep(n);
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(3), earlier: ['access-2'], expired: false });
});

test('pages are known by their last tokens, not by any there ever was', async () => {
  for (let n = 1; n <= 9; n += 1) await keep(n);
  expect((await readSessionCopy(outbox))?.earlier).toEqual([
    'access-8',
    'access-7',
    'access-6',
    'access-5',
    'access-4',
  ]);
});

test('another brand’s login replaces it, and none of its tokens is known any more', async () => {
  await keep(5);
  const { before } = await keep(1, 'brd_2');
  expect(before?.session.brandId).toBe('brd_1');
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(1, 'brd_2'), earlier: [] });
});

test('a refused token ends its own session only, and any other pair opens it again', async () => {
  await keep(1);
  await keep(2);
  expect(await markSessionExpired(outbox, 'refresh-1')).toBe(false);
  expect(await markSessionExpired(outbox, 'refresh-2')).toBe(true);
  await keep(2);
  expect((await readSessionCopy(outbox))?.expired).toBe(true);
  // A page that was closed meanwhile brings the earlier pair back.
  await keep(1);
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(2), expired: true });
  // A new login's pair may expire sooner than the stored one.
  await keep(0);
  expect(await readSessionCopy(outbox)).toMatchObject({ session: pair(0), expired: false });
});

test('what a refresh brings logs nobody in who has left, or another brand', async () => {
  expect(await keepSuccessor(outbox, pair(2))).toBeNull();
  expect(await stored()).toBeNull();
  await keep(1, 'brd_2');
  expect(await keepSuccessor(outbox, pair(2))).toBeNull();
  expect(await stored()).toBe('access-1');
  await keep(1);
  expect((await keepSuccessor(outbox, pair(2)))?.row.session).toEqual(pair(2));
});

test('a session is forgotten whole, or only where it is this brand’s', async () => {
  await keep(1);
  await forgetSessionCopy(outbox, 'brd_2');
  expect(await stored()).toBe('access-1');
  await forgetSessionCopy(outbox, 'brd_1');
  expect(await stored()).toBeNull();
  await keep(1);
  await forgetSessionCopy(outbox);
  expect(await stored()).toBeNull();
});

test('a row that can’t be read is none, and a login replaces it', async () => {
  await outbox.run((database) => database.put('session', { key: 'current', session: 'broken' } as never));
  expect(await stored()).toBeNull();
  await keep(1);
  expect(await stored()).toBe('access-1');
});
