import { forgetHeld } from '#sw/copy/records/held-figures.ts';
import { emptySyncRow } from '#sw/copy/sync-row.ts';
import type { Connection } from '#sw/database/database.ts';
import { isOfBrand } from '#sw/database/queue-rows.ts';
import {
  brandStores,
  type CopySchema,
  type OutboxSchema,
  rangesWithOtherPrefix,
  rangeWithPrefix,
} from '#sw/database/schema.ts';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import { type OutboxTransaction, runToCommit, writeOutbox } from '#sw/database/transactions.ts';

/** Empties the copy, whichever brand it belongs to. */
export async function wipeCopy(copy: Connection<CopySchema>): Promise<void> {
  await copy.run(async (database) => {
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, 'readwrite');
    await Promise.all([...stores.map((name) => transaction.objectStore(name).clear()), transaction.done]);
    forgetHeld(database);
  });
}

/** Deletes posts with their days and stored responses, and records that they are missing. Records and lists are kept. */
export async function dropFigures(copy: Connection<CopySchema>, now: number): Promise<void> {
  await copy.run(async (database) => {
    const transaction = database.transaction(['posts', 'answers', 'sync'], 'readwrite');
    const sync = transaction.objectStore('sync');
    const drop = async () => {
      const rows = await sync.getAll();
      await Promise.all([
        transaction.objectStore('posts').clear(),
        transaction.objectStore('answers').clear(),
        // An incomplete copy starts over, since the feed would not resend the posts of its first pages.
        ...rows.map((row) => {
          const cursor = row.complete ? row.cursor : null;
          return sync.put({ ...row, hasFigures: false, cursor, figuresDroppedAt: now });
        }),
      ]);
    };
    await runToCommit(transaction, drop());
    forgetHeld(database);
  });
}

const othersIn = (name: (typeof brandStores)[number], brandId: string): IDBKeyRange[] =>
  name === 'sync'
    ? [IDBKeyRange.upperBound(brandId, true), IDBKeyRange.lowerBound(brandId, true)]
    : rangesWithOtherPrefix(brandId);

/** True if the copy has data of any other brand. */
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

/**
 * Deletes other brands' records from the copy and marks it as this brand's. During an update, an older worker may still receive
 * responses for the previous brand; the mark keeps it from storing them.
 * @param isStill true while the brand is logged in; storage that hung may run this long after the brand's logout
 */
export async function wipeOthers(copy: Connection<CopySchema>, brandId: string, isStill: () => boolean): Promise<void> {
  // The second attempt only deletes rows, which succeeds even on a full disk.
  await takeOver(copy, brandId, { isNoted: true, isStill }).catch((error: unknown) => {
    if (!isQuotaError(error)) throw error;
    return takeOver(copy, brandId, { isNoted: false, isStill });
  });
}

interface TakeOver {
  isNoted: boolean;
  isStill(): boolean;
}

function takeOver(copy: Connection<CopySchema>, brandId: string, { isNoted, isStill }: TakeOver): Promise<void> {
  return copy.run(async (database) => {
    if (!isStill()) return;
    const transaction = database.transaction([...brandStores], 'readwrite');
    const change = async () => {
      const sync = transaction.objectStore('sync');
      if (isNoted && (await sync.getKey(brandId)) === undefined) await sync.put(emptySyncRow(brandId));
      const ranges = brandStores.flatMap((name) => othersIn(name, brandId).map((range) => ({ name, range })));
      await Promise.all(ranges.map(({ name, range }) => transaction.objectStore(name).delete(range)));
    };
    await runToCommit(transaction, change());
    forgetHeld(database);
  });
}

/**
 * Deletes a brand's decisions and receipts, and rows without a readable brand. Another brand's rows are kept until it logs in
 * again.
 */
export async function wipeQueue(outbox: Connection<OutboxSchema>, brandId: string): Promise<void> {
  const dropAll = async (transaction: OutboxTransaction) => {
    const actions = transaction.objectStore('actions');
    const receipts = transaction.objectStore('receipts');
    const [queued, settled] = await Promise.all([actions.getAll(), receipts.getAll()]);
    await Promise.all([
      transaction.objectStore('unsent').delete(rangeWithPrefix(brandId)),
      ...queued.filter((row) => isOfBrand(row, brandId)).map(({ seq }) => actions.delete(seq)),
      ...settled.filter((row) => isOfBrand(row, brandId)).map(({ actionId }) => receipts.delete(actionId)),
    ]);
  };
  await writeOutbox(outbox, dropAll, { isFact: true });
}
