import type { ActionChanges, ActionRow, StoredReceipt } from '#sw/database/action-row.ts';
import type { Connection } from '#sw/database/database.ts';
import type { OutboxSchema } from '#sw/database/schema.ts';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import { type OutboxTransaction, writeOutbox } from '#sw/database/transactions.ts';
import { actionIn, changeAction, unmark } from './write.ts';

interface HeldChanges {
  actions: Map<string, ActionChanges>;
  /** Receipts by action id. */
  receipts: Map<string, StoredReceipt>;
}

/** Keyed by connection, so it lasts for one run of the worker. After that, the older stored rows count. */
const all = new WeakMap<object, HeldChanges>();

/**
 * Changes of the queue that couldn't be written to a full or unresponsive disk. An intent is sent even if its lease can't be
 * written: this run is the only sender, and a later attempt with the same key is harmless. Its mark is deleted first, so no later
 * run considers it unsent.
 */
export function heldChangesOf(outbox: Connection<OutboxSchema>): HeldChanges {
  const held = all.get(outbox) ?? { actions: new Map(), receipts: new Map() };
  all.set(outbox, held);
  return held;
}

/** An action with the changes held by this run. */
export const withHeldChanges = (outbox: Connection<OutboxSchema>, action: ActionRow): ActionRow => ({
  ...action,
  ...heldChangesOf(outbox).actions.get(action.actionId),
});

type Keep = (transaction: OutboxTransaction, action: ActionRow, changes: ActionChanges) => Promise<void>;

const unmarkSent: Keep = async (transaction, action, { mayHaveArrived }) => {
  if (mayHaveArrived) await unmark(transaction, action);
};

/**
 * Changes an action. On a full disk, holds the change in memory instead of evicting any of the copy; only the fact that the
 * action may have arrived is still stored.
 * @param decide returns the changes; null for none
 * @returns the action before the change; null if nothing was changed
 */
export async function changeOrHold(
  outbox: Connection<OutboxSchema>,
  actionId: string,
  decide: (action: ActionRow) => ActionChanges | null,
  { isFact = false }: { isFact?: boolean } = {},
): Promise<ActionRow | null> {
  const { actions } = heldChangesOf(outbox);
  const changeBy = (keep: Keep) =>
    writeOutbox(
      outbox,
      async (transaction) => {
        const stored = await actionIn(transaction, actionId);
        const action = stored && withHeldChanges(outbox, stored);
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
    // A delete needs no space, so the possible arrival is on disk before the intent is sent.
    const changed = await changeBy(unmarkSent);
    if (changed !== null) actions.set(actionId, changed.changes);
    return changed?.action ?? null;
  }
}

/** Writes held changes of actions. Changes that still don't fit stay held. */
export async function writeHeldChanges(outbox: Connection<OutboxSchema>): Promise<void> {
  for (const actionId of [...heldChangesOf(outbox).actions.keys()]) {
    await changeOrHold(outbox, actionId, () => ({}), { isFact: true });
  }
}

/**
 * Records that an intent is sent without the queue, which may still contain it. This happens if the storage was unresponsive or
 * another brand is logged in. Never rejects.
 */
export async function noteSentPast(outbox: Connection<OutboxSchema>, actionId: string): Promise<void> {
  const { actions } = heldChangesOf(outbox);
  actions.set(actionId, { ...actions.get(actionId), mayHaveArrived: true });
  await changeOrHold(outbox, actionId, () => ({}), { isFact: true }).catch(() => undefined);
}
