import type { ActionRow, StoredReceipt } from './action-row.ts';
import type { Connection } from './database.ts';
import { actionIn, changeAction, type OutboxTransaction, writeOutbox } from './outbox-write.ts';
import type { OutboxSchema } from './schema.ts';
import { isQuotaError } from './storage-errors.ts';

interface Held {
  /** Changes of actions, by id. */
  actions: Map<string, Partial<ActionRow>>;
  /** Receipts, by their action's id. */
  receipts: Map<string, StoredReceipt>;
}

/** By connection: it goes with the run of the worker, and what is on the disk is older then. */
const all = new WeakMap<object, Held>();

/**
 * What a full disk, or one that doesn't answer, did not take of the queue's changes. A decision is sent though its lease can't be written: this run is
 * the only sender, and after a stop the same key makes another try harmless.
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

/**
 * Changes an action, or holds the change where the disk is full.
 * @param decide what to change; null for nothing
 * @returns the action as it was before; null where nothing was changed
 */
export async function changeOrHold(
  outbox: Connection<OutboxSchema>,
  actionId: string,
  decide: (action: ActionRow) => Partial<ActionRow> | null,
  options: Parameters<typeof writeOutbox>[2] = {},
): Promise<ActionRow | null> {
  const { actions } = heldOf(outbox);
  const planned: { action: ActionRow; changes: Partial<ActionRow> }[] = [];
  const work = async (transaction: OutboxTransaction) => {
    planned.length = 0;
    const stored = await actionIn(transaction, actionId);
    const action = stored && withHeld(outbox, stored);
    const decided = action && decide(action);
    if (!action || !decided) return null;
    const changes = { ...actions.get(actionId), ...decided };
    planned.push({ action, changes });
    await changeAction(transaction, action, changes);
    return action;
  };
  try {
    const action = await writeOutbox(outbox, work, options);
    if (action !== null) actions.delete(actionId);
    return action;
  } catch (error) {
    const [plan] = planned;
    if (!isQuotaError(error) || plan === undefined) throw error;
    actions.set(actionId, plan.changes);
    return plan.action;
  }
}

/** Writes what is held of actions, where there is room again. What still finds none stays held. */
export async function writeHeld(outbox: Connection<OutboxSchema>): Promise<void> {
  for (const actionId of [...heldOf(outbox).actions.keys()]) {
    await changeOrHold(outbox, actionId, () => ({}), { isFact: true, makesRoom: false });
  }
}

/**
 * Notes that a decision is sent past the queue, which may have it all the same: its storage did not answer, or its brand is
 * not the one that is logged in. Never rejects.
 */
export async function noteSentPast(outbox: Connection<OutboxSchema>, actionId: string): Promise<void> {
  const { actions } = heldOf(outbox);
  actions.set(actionId, { ...actions.get(actionId), mayHaveArrived: true });
  await changeOrHold(outbox, actionId, () => ({}), { isFact: true, makesRoom: false }).catch(() => undefined);
}
