import type { IDBPTransaction } from 'idb';
import type { Connection, RunOptions } from './database.ts';
import { followWrite } from './queue-rows.ts';
import type { OutboxSchema } from './schema.ts';
import { isNamed } from './storage-errors.ts';

/** Aborts a transaction unless it has finished or is committing. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // Too late to abort.
  }
}

interface Transaction {
  readonly done: Promise<void>;
  readonly error: DOMException | null;
  abort(): void;
}

/**
 * Waits for a transaction's work and then for its commit. If the work fails, aborts the transaction, since a partial write would
 * be worse than none. Rejects with the cause, such as a full disk, and not with the resulting abort, which idb reports first.
 */
export async function runToCommit<T>(transaction: Transaction, working: Promise<T>): Promise<T> {
  transaction.done.catch(() => undefined);
  try {
    const result = await working;
    await transaction.done;
    return result;
  } catch (error) {
    abort(transaction);
    throw isNamed(error, 'AbortError') ? (transaction.error ?? error) : error;
  }
}

type Stores = ('actions' | 'receipts' | 'session' | 'unsent')[];
export type OutboxTransaction = IDBPTransaction<OutboxSchema, Stores, 'readwrite'>;

interface WriteOptions extends Pick<RunOptions, 'onLate' | 'makesRoom'> {
  /** True to lock the session's store, so no login or logout can happen during the transaction. */
  withSession?: boolean;
  /**
   * True for a write that stays valid however late, such as a server's response. Other writes abort once their caller has timed
   * out.
   */
  isFact?: boolean;
}

/**
 * Runs one write to the queue. Resolves only once the write is on disk, since an action confirmed to the user must survive a
 * crash.
 * @throws {StorageUnavailableError} if the write takes too long
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
    const { result, apply } = await runToCommit(transaction, followWrite(outbox, transaction, work));
    apply();
    return result;
  }, options);
}
