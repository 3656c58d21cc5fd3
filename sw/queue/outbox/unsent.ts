import type { ActionRow } from '#sw/database/action-row.ts';
import type { OutboxTransaction } from '#sw/database/transactions.ts';

type Marked = Pick<ActionRow, 'brandId' | 'actionId'>;

/** The key of an action's mark. */
export const markOf = ({ brandId, actionId }: Marked): [brandId: string, actionId: string] => [brandId, actionId];

/** Notes that an action was never sent, or that nothing came of it. */
export const mark = (transaction: OutboxTransaction, action: Marked) =>
  transaction.objectStore('unsent').put(true, markOf(action));

/** Notes that an action may be sent from here on; a full disk takes that, too. */
export const unmark = (transaction: OutboxTransaction, action: Marked) =>
  transaction.objectStore('unsent').delete(markOf(action));

/** An action as its row and its mark have it: a disk that was full has lost the mark alone. */
export const asMarked = (action: ActionRow, hasMark: boolean): ActionRow =>
  action.isMarked && !hasMark ? { ...action, mayHaveArrived: true } : action;
