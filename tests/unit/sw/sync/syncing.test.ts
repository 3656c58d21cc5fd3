import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { BrandSession } from '#contract/account/auth.ts';
import { getChanges } from '#contract/calls/changes.ts';
import { connectCopy } from '#sw/database/database.ts';
import { createWriteGuard } from '#sw/database/write-guard.ts';
import { createSyncDown } from '#sw/sync/sync-down.ts';
import { createSyncing } from '#sw/sync/syncing.ts';
import { aSession } from '#tests/component/support/examples.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';

const now = () => Date.parse('2026-01-03T09:00:00.000Z');
const isDataSaver = () => false;

/** A page of the feed with another one after it. */
const firstPage = {
  ...{ cursor: 'next', more: true, brand: null, campaigns: [], payments: [], posts: [], figures: [], removed: [] },
  offers: [anOffer({ id: offerIdOf(1) })],
};

test('a running sync stops when its brand logs out, even if the same brand returns', async () => {
  globalThis.indexedDB = new IDBFactory();
  const asked: string[] = [];
  const guard = createWriteGuard();
  const sync = createSyncDown({
    ...{ copy: connectCopy(), now, isDataSaver, changed: () => undefined },
    guard: {
      ...guard,
      // The brand leaves and returns once the first page is stored, before the next is requested.
      wrote(key) {
        guard.wrote(key);
        guard.admit(null);
        guard.admit('brd_1');
      },
    },
    async request(path) {
      asked.push(path);
      return path.startsWith(getChanges.path) ? { status: 200, body: firstPage } : { status: 404, body: null };
    },
  });
  expect(await sync.run('brd_1')).toBe('superseded');
  expect(asked.filter((path) => path.startsWith(getChanges.path))).toHaveLength(1);
});

test('a request for one brand is never made with another’s session', async () => {
  globalThis.indexedDB = new IDBFactory();
  const [mine, theirs] = [aSession(), aSession({ brandId: 'brd_2', accessToken: 'theirs' })];
  let stored: BrandSession = mine;
  const used: string[] = [];
  const syncing = createSyncing({
    ...{ copy: connectCopy(), now, isDataSaver, guard: createWriteGuard() },
    diskSpace: { noteStored: () => undefined },
    sessions: { read: async () => ({ session: stored, expired: false }) } as never,
    reads: {
      async get(session: BrandSession) {
        used.push(session.accessToken);
        return { status: 200, body: firstPage };
      },
    } as never,
    // Another brand logs in at this point: its row is stored before any notification.
    receipts: {
      async ready() {
        stored = theirs;
      },
    } as never,
    ready: async () => undefined,
    takeCopy: async () => undefined,
    changed: async () => undefined,
    onDone: () => undefined,
    onChange: () => undefined,
    reportError: (error) => {
      throw error;
    },
  });
  await syncing.run();
  expect(used).toEqual([]);
  expect(syncing.lastOf('brd_1')).toBe('failed');
});
