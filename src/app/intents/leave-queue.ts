import { databaseNames, queueStores, queueStoresOfBrands } from '#contract/account/device.ts';

const { session, marks } = queueStores;

/** Keys of a brand: an array sorts behind every string and number, so it ends the range. */
const keysOf = (brandId: string) => IDBKeyRange.bound([brandId], [brandId, []], false, true);

/**
 * Does the worker's part of a logout where it doesn't answer: drops this brand's decisions and the session that would
 * have sent them. Another brand's, kept until it logs in again, stay. By hand, since nothing more can be fetched past a silent
 * worker. It may hang: the caller waits for it within bounds.
 * @param brandId null if no brand was logged in
 * @returns whether nothing of it is left
 */
export function leaveQueue(brandId: string | null): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(databaseNames.queue);
    let isMissing = false;
    opening.onerror = () => resolve(isMissing);
    opening.onupgradeneeded = () => {
      // No database exists. One made here would lack what the worker's own first step makes.
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
