import { databaseNames, queueStores, queueStoresOfBrands } from '#contract/account/device.ts';

const { session, marks } = queueStores;

/** Key range of a brand. Arrays sort after all strings and numbers, so `[]` is the upper bound. */
const keysOf = (brandId: string) => IDBKeyRange.bound([brandId], [brandId, []], false, true);

/**
 * Does the worker's part of a logout when the worker doesn't respond: deletes this brand's decisions and the session
 * that would have sent them. Another brand's entries stay until that brand logs in again. Uses IndexedDB directly,
 * since no further code can be fetched past an unresponsive worker. It may hang, so the caller must apply a timeout.
 * @param brandId null if no brand was logged in
 * @returns true if nothing of the brand's is left
 */
export function leaveQueue(brandId: string | null): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(databaseNames.queue);
    let isMissing = false;
    opening.onerror = () => resolve(isMissing);
    opening.onupgradeneeded = () => {
      // No database exists. Creating one here would skip the worker's first migration.
      isMissing = true;
      opening.transaction?.abort();
    };
    opening.onsuccess = () => {
      const database = opening.result;
      const done = (isDone: boolean) => {
        database.close();
        resolve(isDone);
      };
      const hasMarks = database.objectStoreNames.contains(marks);
      const stores = [...queueStoresOfBrands, session, ...(hasMarks ? [marks] : [])];
      const transaction = database.transaction(stores, 'readwrite');
      transaction.oncomplete = () => done(true);
      transaction.onabort = () => done(false);
      transaction.objectStore(session).clear();
      if (brandId === null) return;
      if (hasMarks) transaction.objectStore(marks).delete(keysOf(brandId));
      for (const name of queueStoresOfBrands) {
        const store = transaction.objectStore(name);
        const keys = store.index('brand').getAllKeys(keysOf(brandId));
        keys.onsuccess = () => {
          for (const key of keys.result) store.delete(key);
        };
      }
    };
  });
}
