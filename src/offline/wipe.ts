import type { Connection } from './database.ts';
import { writeOutbox } from './outbox-write.ts';
import { startingWith } from './ranges.ts';
import type { CopySchema, OutboxSchema } from './schema.ts';

/** Empties the copy, whoever's it is. */
export async function wipeCopy(copy: Connection<CopySchema>): Promise<void> {
  await copy.run(async (database) => {
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, 'readwrite');
    await Promise.all([...stores.map((name) => transaction.objectStore(name).clear()), transaction.done]);
  });
}

/** Drops a brand's decisions and their receipts. Another brand's, kept until it logs in again, stay. */
export async function wipeQueue(outbox: Connection<OutboxSchema>, brandId: string): Promise<void> {
  await writeOutbox(outbox, async (transaction) => {
    const drop = async (name: 'actions' | 'receipts') => {
      const store = transaction.objectStore(name);
      const keys = await store.index('brand').getAllKeys(startingWith(brandId));
      await Promise.all(keys.map((key) => store.delete(key)));
    };
    await Promise.all([drop('actions'), drop('receipts')]);
  });
}
