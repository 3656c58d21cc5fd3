import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { ActionChanges, ActionRow, StoredReceipt } from '#sw/database/action-row.ts';
import type { Connection } from '#sw/database/database.ts';
import type { OutboxSchema } from '#sw/database/schema.ts';
import { isQuotaError } from '#sw/database/storage-errors.ts';
import { type OutboxTransaction, writeOutbox } from '#sw/database/transactions.ts';
import { changeOrHold, heldChangesOf, withHeldChanges } from './held-changes.ts';
import { actionIn, dropAction } from './write.ts';

/** Longer than any lease: a lease that ends later was written before the device's clock was set back. */
const maxLeaseMs = 60_000;
/** Longer than any back-off, for rows without `pausedAt`. */
const maxBackOffMs = 5000;

const isAhead = (at: number, now: number, maxMs: number) => at > now && at <= now + maxMs;

/** True while a sender is sending the intent. The lease of a sender that died or froze expires. */
export const isLeased = ({ lease }: ActionRow, now: number): boolean =>
  lease !== null && isAhead(lease.until, now, maxLeaseMs);

/** True if no attempt may be made yet. */
export const isPaused = ({ notBefore, pausedAt }: ActionRow, now: number): boolean =>
  pausedAt === undefined ? isAhead(notBefore, now, maxBackOffMs) : pausedAt <= now && notBefore > now;

type HoldFields = Pick<ActionRow, 'heldUntil' | 'queuedAt'>;

/** True during an intent's hold and for `graceMs` after it. Setting the clock back to before the hold's start ends it. */
export const isHeld = ({ heldUntil, queuedAt }: HoldFields, now: number, graceMs = 0): boolean =>
  heldUntil !== undefined && queuedAt <= now && now < heldUntil + graceMs;

/** The first waiting intent of each lane; an intent that needs attention doesn't block its lane. */
export function lanesOf(actions: readonly ActionRow[]): ActionRow[] {
  const lanes = new Set<string>();
  return actions.filter(({ state, lane }) => {
    if (state !== 'waiting' || lanes.has(lane)) return false;
    lanes.add(lane);
    return true;
  });
}

interface Claim {
  actionId: string;
  owner: string;
  now: number;
  leaseMs: number;
  /** True if no other sender is alive, so any other lease is stale. */
  isAlone: boolean;
}

/**
 * Claims an intent for one attempt, and records that it may arrive from now on. Returns null if the intent is no longer
 * available.
 */
export function claimAction(
  outbox: Connection<OutboxSchema>,
  { actionId, owner, now, leaseMs, isAlone }: Claim,
): Promise<ActionRow | null> {
  return changeOrHold(outbox, actionId, (action) => {
    if (action.state !== 'waiting') return null;
    if (!isAlone && isLeased(action, now) && action.lease?.owner !== owner) return null;
    return { attempts: action.attempts + 1, mayHaveArrived: true, lease: { owner, until: now + leaseMs } };
  });
}

interface Settling {
  actionId: string;
  /** The record in the server's response. */
  record: BrandRecord;
  /** Fulfillment that the action required; null if it required none. */
  condition: string | null;
  now: number;
}

/**
 * Removes a decision from the queue, and stores the server's response in the same transaction. Any sender with the response may
 * do so, even after its lease has expired, since the response is valid regardless.
 */
export async function settleAction(
  outbox: Connection<OutboxSchema>,
  { actionId, record, condition, now }: Settling,
): Promise<boolean> {
  const held = heldChangesOf(outbox);
  const settleWith = (keep: (transaction: OutboxTransaction, receipt: StoredReceipt) => Promise<unknown>) =>
    writeOutbox(
      outbox,
      async (transaction) => {
        const action = await actionIn(transaction, actionId);
        if (action === null) return (await transaction.objectStore('receipts').getKey(actionId)) !== undefined;
        const { brandId, kind } = action;
        const receipt: StoredReceipt = { actionId, brandId, kind, condition, settledAt: now, record, uncopied: 1 };
        await Promise.all([keep(transaction, receipt), dropAction(transaction, action)]);
        return true;
      },
      // If the receipt doesn't fit, hold it in memory instead of evicting the copy, which is worth more.
      { isFact: true, makesRoom: false },
    );
  const isSettled = await settleWith((transaction, receipt) => transaction.objectStore('receipts').put(receipt)).catch(
    (error: unknown) => {
      if (!isQuotaError(error)) throw error;
      // A delete needs no space; hold the server's response in memory for this run.
      return settleWith(async (_, receipt) => held.receipts.set(actionId, receipt));
    },
  );
  held.actions.delete(actionId);
  return isSettled;
}

/** Parks an intent that the server has permanently refused, until the user deals with it. */
export function parkAction(
  outbox: Connection<OutboxSchema>,
  { actionId, owner, attention }: { actionId: string; owner: string; attention: NonNullable<ActionRow['attention']> },
): Promise<boolean> {
  return changeOwn(outbox, { actionId, owner }, { state: 'attention', lease: null, failures: 0, attention });
}

/** Deletes a claimed intent that has become moot. Resolves to true if it was still queued. */
export async function dropOwn(
  outbox: Connection<OutboxSchema>,
  { actionId, owner }: { actionId: string; owner: string },
): Promise<boolean> {
  const held = heldChangesOf(outbox).actions;
  const drop = async (transaction: OutboxTransaction) => {
    const stored = await actionIn(transaction, actionId);
    if (stored === null || withHeldChanges(outbox, stored).lease?.owner !== owner) return false;
    await dropAction(transaction, stored);
    return true;
  };
  const isDropped = await writeOutbox(outbox, drop, { isFact: true });
  // If another sender has claimed the action by now, the held change must still be written.
  if (isDropped) held.delete(actionId);
  return isDropped;
}

interface Release {
  actionId: string;
  owner: string;
  now: number;
  /** Earliest time of the next attempt, ms. */
  notBefore: number;
  failures: number;
  errors?: number;
  failingSince?: number;
  /** False only if the server itself stated that it applied nothing, in this and all earlier attempts. */
  mayHaveArrived: boolean;
}

/** Releases an intent after an attempt that didn't settle it. */
export function releaseAction(
  outbox: Connection<OutboxSchema>,
  { actionId, owner, now, ...changes }: Release,
): Promise<boolean> {
  return changeOwn(outbox, { actionId, owner }, { ...changes, lease: null, pausedAt: now });
}

/** Changes a claimed intent, unless another sender has the lease by now, whose attempt then counts. */
async function changeOwn(
  outbox: Connection<OutboxSchema>,
  { actionId, owner }: { actionId: string; owner: string },
  changes: ActionChanges,
): Promise<boolean> {
  const decide = ({ lease }: ActionRow) => (lease?.owner === owner ? changes : null);
  return (await changeOrHold(outbox, actionId, decide, { isFact: true })) !== null;
}
