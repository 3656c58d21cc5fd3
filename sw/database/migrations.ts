import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import * as v from 'valibot';
import { packList, unpackList } from './packed-list.ts';
import { type CopySchema, type DraftsSchema, type EntityStore, type OutboxSchema, rangeWithPrefix } from './schema.ts';

/** One migration, run inside the upgrade transaction. */
export type MigrationStep<S extends DBSchema> = (
  database: IDBPDatabase<S>,
  transaction: IDBPTransaction<S, StoreNames<S>[], 'versionchange'>,
) => void | Promise<void>;

/** Migrations of the copy, oldest first. Append only: devices hold every older version. */
export const copySteps: readonly MigrationStep<CopySchema>[] = [
  (database) => {
    database.createObjectStore('documents', { keyPath: ['brandId', 'name'] });
    database.createObjectStore('campaigns', { keyPath: ['brandId', 'id'] });
    database.createObjectStore('offers', { keyPath: ['brandId', 'id'] });
    database.createObjectStore('payments', { keyPath: ['brandId', 'id'] });
    database.createObjectStore('lists', { keyPath: ['brandId', 'name'] });
    database.createObjectStore('posts', { keyPath: ['brandId', 'bucket'] });
    database.createObjectStore('answers', { keyPath: ['brandId', 'address'] });
    database.createObjectStore('sync', { keyPath: 'brandId' });
    database.createObjectStore('media', { keyPath: 'url' });
  },
  relabelLists,
];

/** Migrations of the queue, oldest first. Append only, and every action must survive them. */
export const outboxSteps: readonly MigrationStep<OutboxSchema>[] = [
  (database) => {
    const actions = database.createObjectStore('actions', { keyPath: 'seq' });
    actions.createIndex('actionId', 'actionId', { unique: true });
    actions.createIndex('brand', ['brandId', 'seq']);
    const receipts = database.createObjectStore('receipts', { keyPath: 'actionId' });
    receipts.createIndex('brand', ['brandId', 'settledAt']);
    receipts.createIndex('uncopied', ['brandId', 'uncopied']);
    database.createObjectStore('session', { keyPath: 'key' });
  },
  // Writes nothing: an upgrade must not need disk space.
  (database) => void database.createObjectStore('unsent'),
];

/** Migrations of the downloaded drafts, oldest first. Append only. */
export const draftsSteps: readonly MigrationStep<DraftsSchema>[] = [
  (database) => {
    database.createObjectStore('files', { keyPath: ['brandId', 'address'] });
    database.createObjectStore('chunks', { keyPath: ['brandId', 'address', 'index'] });
    database.createObjectStore('policy', { keyPath: 'brandId' });
  },
];

type Upgrade = Parameters<MigrationStep<CopySchema>>[1];
type Facets = readonly string[];

const isInvalidated = (offer: unknown) => v.is(v.object({ invalidationType: v.string() }), offer);

/** Recomputes the facets of each brand's list entries. Leaves an unreadable list alone; reading it reports the damage. */
async function relabel(
  upgrade: Upgrade,
  { name, facetCount }: { name: EntityStore; facetCount: number },
  facetsOf: (facets: Facets, record: unknown) => Facets,
): Promise<void> {
  const lists = upgrade.objectStore('lists');
  for (const row of await lists.getAll()) {
    if (row.name !== name) continue;
    const entries = unpackList(row, facetCount);
    for (const { id, value } of await upgrade.objectStore(name).getAll(rangeWithPrefix(row.brandId))) {
      const entry = entries.get(id);
      if (entry !== undefined) entries.set(id, { ...entry, facets: facetsOf(entry.facets, value) });
    }
    if (entries.size > 0) await lists.put({ ...row, ...packList(entries.values(), facetCount) });
  }
}

/** An approved campaign without a worker counts as queued, and an offer invalidated at any stage as INVALIDATED. */
async function relabelLists(_: unknown, upgrade: Upgrade): Promise<void> {
  await relabel(upgrade, { name: 'campaigns', facetCount: 3 }, ([approval = '', worker = '', status = '']) => [
    ...[approval, worker === '' && approval === 'APPROVED' ? 'QUEUED' : worker, status],
  ]);
  await relabel(upgrade, { name: 'offers', facetCount: 2 }, ([campaignId = '', stage = ''], offer) => [
    ...[campaignId, isInvalidated(offer) ? 'INVALIDATED' : stage],
  ]);
}
