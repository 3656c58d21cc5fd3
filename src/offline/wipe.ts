import type { Connection } from './database.ts';
import { forgetHeld } from './held-figures.ts';
import { type OutboxTransaction, writeOutbox } from './outbox-write.ts';
import { startingWith, startingWithOthers } from './ranges.ts';
import { brandStores, type CopySchema, type OutboxSchema } from './schema.ts';

/** Empties the copy, whoever's it is. */
export async function wipeCopy(copy: Connection<CopySchema>): Promise<void> {
  await copy.run(async (database) => {
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, 'readwrite');
    await Promise.all([...stores.map((name) => transaction.objectStore(name).clear()), transaction.done]);
    forgetHeld(database);
  });
}

const othersIn = (name: (typeof brandStores)[number], brandId: string): IDBKeyRange[] =>
  name === 'sync'
    ? [IDBKeyRange.upperBound(brandId, true), IDBKeyRange.lowerBound(brandId, true)]
    : startingWithOthers(brandId);

/** Whether the copy has anything of other brands than this one. */
export function hasOthers(copy: Connection<CopySchema>, brandId: string): Promise<boolean> {
  return copy.run(async (database) => {
    const transaction = database.transaction([...brandStores]);
    const keys = brandStores.flatMap((name) =>
      othersIn(name, brandId).map((range) => transaction.objectStore(name).getKey(range)),
    );
    const [found] = await Promise.all([Promise.all(keys), transaction.done]);
    return found.some((key) => key !== undefined);
  });
}

/** Drops what the copy has of other brands than this one. */
export async function wipeOthers(copy: Connection<CopySchema>, brandId: string): Promise<void> {
  await copy.run(async (database) => {
    const transaction = database.transaction([...brandStores], 'readwrite');
    const drops = brandStores.flatMap((name) =>
      othersIn(name, brandId).map((range) => transaction.objectStore(name).delete(range)),
    );
    await Promise.all([...drops, transaction.done]);
    forgetHeld(database);
  });
}

/** Drops a brand's decisions and their receipts. Another brand's, kept until it logs in again, stay. */
export async function wipeQueue(outbox: Connection<OutboxSchema>, brandId: string): Promise<void> {
  const dropAll = async (transaction: OutboxTransaction) => {
    const drop = async (name: 'actions' | 'receipts') => {
      const store = transaction.objectStore(name);
      const keys = await store.index('brand').getAllKeys(startingWith(brandId));
      await Promise.all(keys.map((key) => store.delete(key)));
    };
    await Promise.all([drop('actions'), drop('receipts')]);
  };
  await writeOutbox(outbox, dropAll, { isFact: true });
}
