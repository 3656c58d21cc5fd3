import type { IDBPTransaction, StoreNames } from 'idb';
import type { Connection, RunOptions } from '#sw/database/database.ts';
import { brandStores, type CopySchema } from '#sw/database/schema.ts';

/** A read of a brand's copy in one transaction, so that all of it is of one state. */
export interface CopyRead {
  readonly transaction: IDBPTransaction<CopySchema, StoreNames<CopySchema>[], 'readonly' | 'readwrite'>;
  readonly brandId: string;
}

/** A stored row can't be read, or one that another row names is missing: the copy has to be made again from scratch. */
export class DamagedCopyError extends Error {
  override readonly name = 'DamagedCopyError';
}

/**
 * Reads in one transaction.
 * @throws {DamagedCopyError} where rows can't be read
 */
export function readCopy<T>(
  copy: Connection<CopySchema>,
  brandId: string,
  work: (read: CopyRead) => Promise<T>,
  options?: RunOptions,
): Promise<T> {
  return copy.run(async (database) => {
    const transaction = database.transaction([...brandStores], 'readonly');
    const [result] = await Promise.all([work({ transaction, brandId }), transaction.done]);
    return result;
  }, options);
}
