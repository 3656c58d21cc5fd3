import * as v from 'valibot';
import { type ActionChanges, type ActionRow, actionRowSchema } from '#sw/database/action-row.ts';
import { touch, withMark } from '#sw/database/queue-rows.ts';
import type { OutboxTransaction } from '#sw/database/transactions.ts';

type MarkedAction = Pick<ActionRow, 'brandId' | 'actionId'>;

const markOf = ({ brandId, actionId }: MarkedAction): [brandId: string, actionId: string] => [brandId, actionId];

/** Marks an action as never sent, or as certainly not applied. */
const mark = (transaction: OutboxTransaction, action: MarkedAction) =>
  transaction.objectStore('unsent').put(true, markOf(action));

/** Records that an action may be sent from now on; works on a full disk, too. */
export const unmark = (transaction: OutboxTransaction, action: MarkedAction & { seq: number }) =>
  Promise.all([
    transaction.objectStore('unsent').delete(markOf(action)),
    touch(transaction, action.seq, { isDeleted: true }),
  ]);

/** The stored action; null if it has left the queue or can't be read. */
export async function actionIn(transaction: OutboxTransaction, actionId: string): Promise<ActionRow | null> {
  const parsed = v.safeParse(actionRowSchema, await transaction.objectStore('actions').index('actionId').get(actionId));
  if (!parsed.success) return null;
  const key = await transaction.objectStore('unsent').getKey(markOf(parsed.output));
  return withMark(parsed.output, key !== undefined);
}

/** A row without a position in the queue. */
export type NewRow = ActionRow extends infer A ? (A extends ActionRow ? Omit<A, 'seq'> : never) : never;

/** Appends a new action to the queue. */
export async function addAction(transaction: OutboxTransaction, given: NewRow): Promise<ActionRow> {
  const action = { ...given, seq: await nextSeq(transaction), isMarked: true };
  await Promise.all([
    transaction.objectStore('actions').put(action),
    mark(transaction, action),
    touch(transaction, action.seq),
  ]);
  return action;
}

/** Updates a stored action. Preserves fields that this version can't read, since a newer version may need them. */
export async function changeAction(
  transaction: OutboxTransaction,
  action: ActionRow,
  changes: ActionChanges,
): Promise<void> {
  const { seq } = action;
  const actions = transaction.objectStore('actions');
  const row = await actions.get(seq);
  if (row === undefined) return;
  await touch(transaction, seq);
  if (changes.seq !== undefined && changes.seq !== seq) {
    await Promise.all([actions.delete(seq), touch(transaction, changes.seq)]);
  }
  const isUnsent = changes.mayHaveArrived === false;
  await actions.put({ ...row, ...changes, ...(isUnsent ? { isMarked: true } : {}) });
  if (isUnsent) await mark(transaction, action);
  else if (changes.mayHaveArrived) await unmark(transaction, action);
}

/** Deletes an action with its mark. */
export async function dropAction(transaction: OutboxTransaction, action: ActionRow): Promise<void> {
  await Promise.all([transaction.objectStore('actions').delete(action.seq), unmark(transaction, action)]);
}

/** Next free position in the queue. */
export async function nextSeq(transaction: OutboxTransaction): Promise<number> {
  const last = await transaction.objectStore('actions').openKeyCursor(null, 'prev');
  return (last?.key ?? 0) + 1;
}
