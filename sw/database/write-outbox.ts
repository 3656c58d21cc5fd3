import type { IDBPTransaction } from 'idb';
import { abort, committed } from './committed.ts';
import type { Connection, RunOptions } from './database.ts';
import type { OutboxSchema } from './schema.ts';

type Stores = ('actions' | 'receipts' | 'session' | 'unsent')[];
export type OutboxTransaction = IDBPTransaction<OutboxSchema, Stores, 'readwrite'>;

interface WriteOptions extends Pick<RunOptions, 'onLate' | 'makesRoom'> {
  /** The session is read, too: none comes or goes meanwhile. */
  withSession?: boolean;
  /** The write stays true, however late: a server's answer. Anything else is given up when nobody waits for it. */
  isFact?: boolean;
}

/**
 * One write of the queue. It is on the disk before it resolves: what a user was told must survive the phone's death.
 * @throws {StorageUnavailableError} where that takes too long
 */
export function writeOutbox<T>(
  outbox: Connection<OutboxSchema>,
  work: (transaction: OutboxTransaction) => Promise<T>,
  { withSession = false, isFact = false, ...options }: WriteOptions = {},
): Promise<T> {
  return outbox.run(async (database, late) => {
    const stores: Stores = ['actions', 'receipts', 'unsent', ...(withSession ? (['session'] as const) : [])];
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
    if (!isFact) late.addEventListener('abort', () => abort(transaction), { once: true });
    return committed(transaction, work(transaction));
  }, options);
}
