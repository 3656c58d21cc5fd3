import type { IDBPTransaction, StoreNames } from 'idb';
import type { Connection, RunOptions } from '#sw/database/database.ts';
import { brandStores, type CopySchema } from '#sw/database/schema.ts';

/** A read of a brand's copy in one transaction, for a consistent snapshot. */
export interface CopyRead {
  readonly transaction: IDBPTransaction<CopySchema, StoreNames<CopySchema>[], 'readonly' | 'readwrite'>;
  readonly brandId: string;
}

/** Thrown if a stored row is unreadable or a referenced row is missing. The copy must then be rebuilt from scratch. */
export class DamagedCopyError extends Error {
  override readonly name = 'DamagedCopyError';
}

/**
 * Reads in one transaction.
 * @throws {DamagedCopyError} if rows can't be read
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
