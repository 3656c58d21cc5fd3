import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect, connectCopy, connectOutbox, OutdatedError } from '../../../src/offline/database.ts';
import { copySteps } from '../../../src/offline/migrations/copy.ts';
import { outboxSteps } from '../../../src/offline/migrations/outbox.ts';
import { brandStores } from '../../../src/offline/schema.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('a database has all its stores after every step from nothing', async () => {
  const copy = await connectCopy().run(async (database) => [...database.objectStoreNames]);
  expect(copy).toEqual([...brandStores, 'media'].sort());
  const outbox = await connectOutbox().run(async (database) => [...database.objectStoreNames]);
  expect(outbox).toEqual(['actions', 'receipts', 'session']);
});

test.each([
  ['afield-copy', copySteps],
  ['afield-outbox', outboxSteps],
] as const)(
  '%s of every earlier version is brought up by the steps it lacks, and keeps what it holds',
  async (name, steps) => {
    for (let version = 1; version < steps.length; version += 1) {
      globalThis.indexedDB = new IDBFactory();
      connect(name, steps.slice(0, version) as never).close();
      await connect(name, steps as never).run(async (database) => expect(database.version).toBe(steps.length));
    }
    const kept = connect(name, steps as never);
    const store = name === 'afield-copy' ? 'sync' : 'session';
    await kept.run((database) => database.put(store as never, { key: 'current', brandId: 'brd_1' } as never));
    kept.close();
    const later = [...steps, () => undefined];
    const rows = await connect(name, later as never).run((database) => database.getAll(store as never));
    expect(rows).toHaveLength(1);
  },
);

test('a handle that died is dropped, and the work done again on another', async () => {
  const copy = connectCopy();
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw new DOMException('The database connection is closing', 'InvalidStateError');
    return 'done';
  };
  expect(await copy.run(work)).toBe('done');
  expect(tries).toBe(3);
  await copy.run(async (database) => database.close());
  expect(await copy.run((database) => database.count('offers'))).toBe(0);
});

test('one that stays dead is told after three tries; any other fault at once', async () => {
  const copy = connectCopy();
  const dead = vi.fn(async () => Promise.reject(new DOMException('Gone', 'UnknownError')));
  await expect(copy.run(dead)).rejects.toThrow('Gone');
  expect(dead).toHaveBeenCalledTimes(3);
  const full = vi.fn(async () => Promise.reject(new DOMException('Full', 'QuotaExceededError')));
  await expect(copy.run(full)).rejects.toThrow('Full');
  expect(full).toHaveBeenCalledTimes(1);
});

test('a newer version of the app is not blocked, and an older one writes nothing any more', async () => {
  const onOutdated = vi.fn();
  const old = connectCopy({ onOutdated });
  await old.run((database) => database.count('offers'));
  const newer = await openDB('afield-copy', copySteps.length + 1, { upgrade: () => undefined });
  await expect(old.run((database) => database.count('offers'))).rejects.toBeInstanceOf(OutdatedError);
  expect(onOutdated).toHaveBeenCalled();
  newer.close();
});

test('a page that deletes the database at a logout is not blocked, and it is there again, empty', async () => {
  const outbox = connectOutbox();
  await outbox.run((database) => database.put('session', { key: 'current' } as never));
  await deleteDB('afield-outbox');
  expect(await outbox.run((database) => database.count('session'))).toBe(0);
});
