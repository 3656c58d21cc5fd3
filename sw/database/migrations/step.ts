import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';

/** One step of a format, run inside the transaction that upgrades. */
export type MigrationStep<S extends DBSchema> = (
  database: IDBPDatabase<S>,
  transaction: IDBPTransaction<S, StoreNames<S>[], 'versionchange'>,
) => void | Promise<void>;
