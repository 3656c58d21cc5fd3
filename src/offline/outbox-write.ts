import type { IDBPTransaction } from 'idb';
import * as v from 'valibot';
import { type ActionRow, actionRowSchema } from './action-row.ts';
import { abort, committed } from './committed.ts';
import type { Connection, RunOptions } from './database.ts';
import type { OutboxSchema } from './schema.ts';

type Stores = ('actions' | 'receipts' | 'session')[];
export type OutboxTransaction = IDBPTransaction<OutboxSchema, Stores, 'readwrite'>;

interface WriteOptions extends Pick<RunOptions, 'onLate' | 'makesRoom'> {
  /** The session is read, too: none comes or goes meanwhile. */
  withSession?: boolean;
  /** What is written stays true, however late: an answer of the server. Anything else is given up when nobody waits for it. */
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
    const stores: Stores = ['actions', 'receipts', ...(withSession ? (['session'] as const) : [])];
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
    if (!isFact) late.addEventListener('abort', () => abort(transaction), { once: true });
    return committed(transaction, work(transaction));
  }, options);
}

/** The stored action; null where it has left the queue, or can't be read. */
export async function actionIn(transaction: OutboxTransaction, actionId: string): Promise<ActionRow | null> {
  const parsed = v.safeParse(actionRowSchema, await transaction.objectStore('actions').index('actionId').get(actionId));
  return parsed.success ? parsed.output : null;
}

/** Changes a stored action. What this version can't read of it stays: a newer one may need it. */
export async function changeAction(
  transaction: OutboxTransaction,
  { seq }: ActionRow,
  changes: Partial<ActionRow>,
): Promise<void> {
  const actions = transaction.objectStore('actions');
  const row = await actions.get(seq);
  if (row === undefined) return;
  if (changes.seq !== undefined && changes.seq !== seq) await actions.delete(seq);
  await actions.put({ ...row, ...changes });
}

/** Behind everything that waits. */
export async function nextSeq(transaction: OutboxTransaction): Promise<number> {
  const last = await transaction.objectStore('actions').openKeyCursor(null, 'prev');
  return (last?.key ?? 0) + 1;
}
