import type { ActionChanges, ActionRow, StoredReceipt } from '#sw/database/action-row.ts';
import type { Connection } from '#sw/database/database.ts';
import type { OutboxSchema } from '#sw/database/schema.ts';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import { type OutboxTransaction, writeOutbox } from '#sw/database/transactions.ts';
import { actionIn, changeAction, unmark } from './write.ts';

interface Held {
  /** Changes of actions, by id. */
  actions: Map<string, ActionChanges>;
  /** Receipts, by their action's id. */
  receipts: Map<string, StoredReceipt>;
}

/** By connection: it goes with the run of the worker, and what is on the disk is older then. */
const all = new WeakMap<object, Held>();

/**
 * Changes of the queue that could not be written to a full or unresponsive disk. An intent is sent even if its lease can't be
 * written: this run is the only sender, and after a stop the same key makes another attempt harmless. Its mark is deleted
 * before that, so that no later run takes it for unsent.
 */
export function heldOf(outbox: Connection<OutboxSchema>): Held {
  const held = all.get(outbox) ?? { actions: new Map(), receipts: new Map() };
  all.set(outbox, held);
  return held;
}

/** An action as this run knows it. */
export const withHeld = (outbox: Connection<OutboxSchema>, action: ActionRow): ActionRow => ({
  ...action,
  ...heldOf(outbox).actions.get(action.actionId),
});

type Keep = (transaction: OutboxTransaction, action: ActionRow, changes: ActionChanges) => Promise<void>;

const unmarkSent: Keep = async (transaction, action, { mayHaveArrived }) => {
  if (mayHaveArrived) await unmark(transaction, action);
};

/**
 * Changes an action, or holds the change in memory if the disk is full, without dropping any of the copy. The fact that the
 * action may have arrived is on the disk all the same.
 * @param decide what to change; null for nothing
 * @returns the action as it was before; null where nothing was changed
 */
export async function changeOrHold(
  outbox: Connection<OutboxSchema>,
  actionId: string,
  decide: (action: ActionRow) => ActionChanges | null,
  { isFact = false }: { isFact?: boolean } = {},
): Promise<ActionRow | null> {
  const { actions } = heldOf(outbox);
  const changeBy = (keep: Keep) =>
    writeOutbox(
      outbox,
      async (transaction) => {
        const stored = await actionIn(transaction, actionId);
        const action = stored && withHeld(outbox, stored);
        const decided = action && decide(action);
        if (!action || !decided) return null;
        const changes = { ...actions.get(actionId), ...decided };
        await keep(transaction, action, changes);
        return { action, changes };
      },
      { isFact, makesRoom: false },
    );
  try {
    const changed = await changeBy(changeAction);
    if (changed !== null) actions.delete(actionId);
    return changed?.action ?? null;
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    // A delete needs no room, so the possible arrival is on the disk before the intent is sent.
    const changed = await changeBy(unmarkSent);
    if (changed !== null) actions.set(actionId, changed.changes);
    return changed?.action ?? null;
  }
}

/** Writes held changes of actions once there is room. Changes that still find none stay held. */
export async function writeHeld(outbox: Connection<OutboxSchema>): Promise<void> {
  for (const actionId of [...heldOf(outbox).actions.keys()]) {
    await changeOrHold(outbox, actionId, () => ({}), { isFact: true });
  }
}

/**
 * Records that an intent is sent without the queue, which may contain it all the same: the storage did not answer, or another
 * brand is logged in. Never rejects.
 */
export async function noteSentPast(outbox: Connection<OutboxSchema>, actionId: string): Promise<void> {
  const { actions } = heldOf(outbox);
  actions.set(actionId, { ...actions.get(actionId), mayHaveArrived: true });
  await changeOrHold(outbox, actionId, () => ({}), { isFact: true }).catch(() => undefined);
}
