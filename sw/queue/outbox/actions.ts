import * as v from 'valibot';
import { type Intent, isQuiet } from '#contract/brand/intent.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { recordWithoutOverlay } from '#domain/offers/brand-record.ts';
import {
  type ActionRow,
  actionRowSchema,
  type ReceiptRow,
  receiptRowSchema,
  type UnreadableRow,
} from '#sw/database/action-row.ts';
import type { Connection, RunOptions } from '#sw/database/database.ts';
import { isOfBrand, type Queue, readRows, readUnreadable } from '#sw/database/queue-rows.ts';
import type { OutboxSchema } from '#sw/database/schema.ts';
import { sessionIn } from '#sw/database/session-copy.ts';
import { type OutboxTransaction, writeOutbox } from '#sw/database/transactions.ts';
import { heldChangesOf, withHeldChanges } from './held-changes.ts';
import { actionIn, addAction, changeAction, dropAction, nextSeq } from './write.ts';

/** A brand's queue, including changes that didn't fit on a full disk. */
export async function readQueue(
  outbox: Connection<OutboxSchema>,
  brandId: string,
  options?: RunOptions,
): Promise<Queue> {
  const queue = await readRows(outbox, brandId, options);
  if (heldChangesOf(outbox).actions.size === 0) return queue;
  return { ...queue, actions: queue.actions.map((action) => withHeldChanges(outbox, action)) };
}

/** A brand's intents that can be sent, in order. */
export async function readActions(
  outbox: Connection<OutboxSchema>,
  brandId: string,
  options?: RunOptions,
): Promise<readonly ActionRow[]> {
  return (await readQueue(outbox, brandId, options)).actions;
}

export type NewAction = Pick<ActionRow, 'actionId' | 'brandId' | 'lane' | 'queuedAt' | 'heldUntil'> &
  Intent & { seen: BrandRecord };

/** Thrown if an intent reaches the queue after its brand's logout. */
export class BrandLoggedOutError extends Error {
  override readonly name = 'BrandLoggedOutError';
}

/** An intent in the queue, or the receipt of one that has settled. */
export type EnqueueResult = { action: ActionRow; receipt: null } | { action: null; receipt: ReceiptRow };

/**
 * Appends a decision to the queue. Appending it again is a no-op even after it has settled, since pages retry calls whose
 * response was lost. If the write times out but completes later, the decision is removed again, since its caller has used a
 * fallback.
 * @throws {StorageUnavailableError} if it was not stored
 * @throws {BrandLoggedOutError} if its brand has logged out, since the decision would otherwise be sent at the next login
 */
export function enqueueAction(outbox: Connection<OutboxSchema>, given: NewAction): Promise<EnqueueResult> {
  let isNew = false;
  const enqueue = async (transaction: OutboxTransaction): Promise<EnqueueResult> => {
    isNew = false;
    if ((await sessionIn(transaction))?.session.brandId !== given.brandId)
      throw new BrandLoggedOutError(`${given.brandId} is not logged in`);
    const receipt = await transaction.objectStore('receipts').get(given.actionId);
    if (receipt !== undefined) return { action: null, receipt: v.parse(receiptRowSchema, receipt) };
    const waiting = await actionIn(transaction, given.actionId);
    if (waiting !== null) return { action: waiting, receipt: null };
    const action = await addAction(transaction, {
      ...given,
      seen: recordWithoutOverlay(given.seen),
      state: 'waiting',
      attempts: 0,
      mayHaveArrived: false,
      lease: null,
      notBefore: 0,
      failures: 0,
      errors: 0,
      attention: null,
    });
    isNew = true;
    return { action, receipt: null };
  };
  const onLate = () => {
    if (isNew) void undoAction(outbox, given).catch(() => undefined);
  };
  return writeOutbox(outbox, enqueue, { withSession: true, onLate });
}

/**
 * Result of a user's request about a pending intent. `arrived`: the intent may have reached the server, so it has to stay queued.
 */
export type UndoResult = { result: 'done'; action: ActionRow } | { result: 'missing' | 'arrived' };

interface ActionRef {
  brandId: string;
  actionId: string;
}

/**
 * Undoes an intent that was never sent, or that the server has refused. After an attempt with an unknown outcome only the server
 * knows whether it was applied, so an undo couldn't be guaranteed.
 */
export function undoAction(outbox: Connection<OutboxSchema>, { brandId, actionId }: ActionRef): Promise<UndoResult> {
  return writeOutbox(outbox, async (transaction): Promise<UndoResult> => {
    const stored = await actionIn(transaction, actionId);
    if (stored?.brandId !== brandId) return { result: 'missing' };
    const action = withHeldChanges(outbox, stored);
    if (action.state === 'waiting' && action.mayHaveArrived) return { result: 'arrived' };
    await dropAction(transaction, action);
    return { result: 'done', action };
  });
}

/** Moves an intent that needed attention to the end of the queue, with its old key; a waiting one becomes due immediately. */
export async function retryAction(
  outbox: Connection<OutboxSchema>,
  { brandId, actionId }: ActionRef,
): Promise<UndoResult> {
  const held = heldChangesOf(outbox).actions;
  const taken = await writeOutbox(outbox, async (transaction): Promise<UndoResult> => {
    const stored = await actionIn(transaction, actionId);
    if (stored?.brandId !== brandId) return { result: 'missing' };
    const action = withHeldChanges(outbox, stored);
    const fromStart = { notBefore: 0, heldUntil: undefined, failures: 0, errors: 0, failingSince: undefined } as const;
    if (action.state === 'waiting') {
      await changeAction(transaction, action, { ...held.get(actionId), ...fromStart });
      return { result: 'done', action };
    }
    // The decision moves to the end of the queue, behind those made in between.
    const seq = await nextSeq(transaction);
    // A refused intent was not applied and has not been sent since; any other may have been applied by an earlier attempt.
    const mayHaveArrived = action.attention?.certainty === 'refused' ? false : action.mayHaveArrived;
    const again = { ...fromStart, seq, state: 'waiting', mayHaveArrived, attention: null } as const;
    await changeAction(transaction, action, again);
    return { result: 'done', action };
  });
  if (taken.result === 'done') held.delete(actionId);
  return taken;
}

/** Deletes quiet intents that need attention. Earlier versions parked them, although the user never made them. */
export function dropQuietParked(outbox: Connection<OutboxSchema>): Promise<void> {
  const drop = async (transaction: OutboxTransaction) => {
    for (const row of await transaction.objectStore('actions').getAll()) {
      const parsed = v.safeParse(actionRowSchema, row);
      if (!parsed.success || parsed.output.state !== 'attention' || !isQuiet(parsed.output.kind)) continue;
      await dropAction(transaction, parsed.output);
    }
  };
  return writeOutbox(outbox, drop, { isFact: true });
}

/** Deletes an intent that can't be sent. Returns null if it doesn't exist. */
export function discardUnreadable(
  outbox: Connection<OutboxSchema>,
  { brandId, actionId }: { brandId: string; actionId: string },
): Promise<UnreadableRow | null> {
  return writeOutbox(outbox, async (transaction) => {
    const actions = transaction.objectStore('actions');
    if ((await actionIn(transaction, actionId)) !== null) return null;
    for (const row of await actions.getAll()) {
      const unreadable = readUnreadable(row);
      if (unreadable.actionId !== actionId || !isOfBrand(row, brandId)) continue;
      await actions.delete(row.seq);
      return unreadable;
    }
    return null;
  });
}
