import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { connect, connectCopy, connectOutbox } from '#sw/database/database.ts';
import { copySteps, outboxSteps } from '#sw/database/migrations.ts';
import { brandStores } from '#sw/database/schema.ts';
import { OutdatedError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import { createFaultyStorage, type StorageFault } from '#tests/support/browsers/storage-faults.ts';
import { createFakeClock } from '#tests/support/worker/fake-clock.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('a database has all its stores after its migrations have run from nothing', async () => {
  const copy = await connectCopy().run(async (database) => [...database.objectStoreNames]);
  expect(copy).toEqual([...brandStores, 'media'].sort());
  const outbox = await connectOutbox().run(async (database) => [...database.objectStoreNames]);
  expect(outbox).toEqual(['actions', 'receipts', 'session', 'unsent']);
});

test.each([
  ['afield-copy', copySteps],
  ['afield-outbox', outboxSteps],
] as const)(
  '%s is migrated from every earlier version by the steps that it lacks, and keeps the rows that it contains',
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

test('a dead database connection is replaced, and the work is retried', async () => {
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

test('a connection that stays dead is reported after three attempts', async () => {
  const copy = connectCopy();
  const dead = vi.fn(async () => Promise.reject(new DOMException('Gone', 'UnknownError')));
  await expect(copy.run(dead)).rejects.toThrow('Gone');
  expect(dead).toHaveBeenCalledTimes(3);
  expect(copy.isAvailable()).toBe(false);
});

test('any other error is thrown at once, and the database stays available', async () => {
  const copy = connectCopy();
  const full = vi.fn(async () => Promise.reject(new DOMException('Full', 'QuotaExceededError')));
  await expect(copy.run(full)).rejects.toThrow('Full');
  expect(full).toHaveBeenCalledTimes(1);
  expect(copy.isAvailable()).toBe(true);
});

test('an older connection doesn’t block a newer version of the app, and stops writing', async () => {
  const onOutdated = vi.fn();
  const old = connectCopy({ onOutdated });
  await old.run((database) => database.count('offers'));
  const newer = await openDB('afield-copy', copySteps.length + 1, { upgrade: () => undefined });
  await expect(old.run((database) => database.count('offers'))).rejects.toBeInstanceOf(OutdatedError);
  expect(onOutdated).toHaveBeenCalled();
  newer.close();
});

test('an open connection doesn’t block a page’s deletion at logout, and the database is recreated empty', async () => {
  const outbox = connectOutbox();
  await outbox.run((database) => database.put('session', { key: 'current' } as never));
  await deleteDB('afield-outbox');
  expect(await outbox.run((database) => database.count('session'))).toBe(0);
});

/** A copy with its clock, on a storage that can fail. */
function aFaultyCopy() {
  const { factory, faults } = createFaultyStorage();
  globalThis.indexedDB = factory;
  const clock = createFakeClock(1_000_000);
  const onOutdated = vi.fn();
  const copy = connectCopy({ now: clock.now, wait: clock.wait, onOutdated });
  const said: boolean[] = [];
  copy.onAvailable((isAvailable) => said.push(isAvailable));
  const count = () => copy.run((database) => database.count('offers'));
  return { faults, clock, copy, count, said, onOutdated };
}

test.each<StorageFault>(['hang', 'blocked', 'newer', 'refused'])(
  'opening a database with the fault "%s" fails within 3 s, then at once, until it recovers',
  async (fault) => {
    const { faults, clock, copy, count, said } = aFaultyCopy();
    await clock.until(count());
    copy.close();
    faults.set('afield-copy', fault);
    const startedAt = clock.now();
    await expect(clock.until(count())).rejects.toBeInstanceOf(StorageUnavailableError);
    expect(clock.now() - startedAt).toBeLessThanOrEqual(3000);
    const failedAt = clock.now();
    for (let calls = 0; calls < 20; calls += 1) {
      await expect(clock.until(count())).rejects.toBeInstanceOf(StorageUnavailableError);
    }
    expect(clock.now()).toBe(failedAt);
    expect(copy.isAvailable()).toBe(false);
    await clock.advance(60_000);
    await expect(clock.until(count())).rejects.toBeInstanceOf(StorageUnavailableError);
    faults.set('afield-copy', null);
    await clock.advance(31_000);
    await count().catch(() => undefined);
    await clock.settle();
    expect(await clock.until(count())).toBe(0);
    expect(said).toEqual([false, true]);
  },
);

test('a hanging transaction is abandoned, and completing late marks the database as available', async () => {
  const { faults, clock, copy, count, said } = aFaultyCopy();
  await clock.until(count());
  faults.set('afield-copy', 'hang');
  const row = { brandId: 'brd_1', id: 'off_1', storedAt: 1, value: 'late' };
  const writing = copy.run((database) => database.put('offers', row));
  await expect(clock.until(writing)).rejects.toBeInstanceOf(StorageUnavailableError);
  faults.set('afield-copy', null);
  await clock.settle();
  expect(said).toEqual([false, true]);
  expect(await clock.until(count())).toBe(1);
});

test('a busy database isn’t considered dead: only the call that waits too long fails', async () => {
  const { faults, clock, copy, count, said } = aFaultyCopy();
  await clock.until(count());
  let slow = () => {};
  const first = copy.run(() => new Promise<void>((resolve) => (slow = resolve)));
  await clock.advance(1000);
  const second = copy.run(() => new Promise<void>(() => {}));
  second.catch(() => undefined);
  slow();
  await clock.until(first);
  await expect(clock.until(second)).rejects.toBeInstanceOf(StorageUnavailableError);
  expect(said).toEqual([]);
  expect(await clock.until(count())).toBe(0);
  faults.set('afield-copy', null);
});

test('an older version of the app reports once that it must be reloaded', async () => {
  const { faults, clock, count, onOutdated } = aFaultyCopy();
  await clock.until(count());
  faults.set('afield-copy', 'newer');
  await expect(clock.until(count())).rejects.toBeInstanceOf(OutdatedError);
  await clock.advance(31_000);
  await expect(clock.until(count())).rejects.toBeInstanceOf(StorageUnavailableError);
  await clock.settle();
  expect(onOutdated).toHaveBeenCalledTimes(1);
});
