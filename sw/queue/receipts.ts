import * as v from 'valibot';
import type { BrandRecord } from '#contract/worker/brand-record.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { putRecord } from '#sw/copy/records/brand-records.ts';
import { type ActionRow, type ReceiptRow, receiptRowSchema } from '#sw/database/action-row.ts';
import type { Connection } from '#sw/database/database.ts';
import { type OutboxSchema, rangeWithPrefix } from '#sw/database/schema.ts';
import { type OutboxTransaction, writeOutbox } from '#sw/database/transactions.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { heldChangesOf } from './outbox/held-changes.ts';

/** Retry interval after a full disk. */
const retryMs = 10_000;

export interface Receipts {
  /** Writes the server's responses to an intent and to earlier ones to the copy, unless the copy's records are newer. */
  copy(brandId: string, settled: { actionId: string; reading: Reading | null }): Promise<void>;
  /** Resolves when all earlier receipts are in the copy, including those left behind by a killed worker. */
  ready(brandId: string): Promise<void>;
  /** Results of settled intents that don't fit in the copy, to be overlaid on its responses. */
  uncopied(brandId: string): Promise<readonly BrandRecord[]>;
  /** Holds the server's response to an intent in memory, since it couldn't be stored on the device. */
  hold(brandId: string, record: BrandRecord): void;
}

/**
 * Writes the records of receipts to the copy, which is a separate database. The worker may die between the two writes, so each
 * receipt records whether it still has to be copied.
 */
export function createReceipts({
  copy,
  outbox,
  now,
  guard,
}: Pick<Runtime, 'copy' | 'outbox' | 'now'> & { guard: WriteGuard }): Receipts {
  let last: Promise<void> = Promise.resolve();
  /** Time at which copying a brand's receipts last failed, ms. */
  const failedAt = new Map<string, number>();
  const held = new Map<string, Map<string, BrandRecord>>();
  const started = new Set<string>();
  /** Logical times at which this run of the worker sent the requests; those of earlier runs are unknown. */
  const readings = new Map<string, Reading | null>();

  async function copyAll(brandId: string): Promise<void> {
    const receipts = await readUncopiedReceipts(outbox, brandId);
    for (const { actionId, record, settledAt } of receipts) {
      const write = { copy, guard, brandId, storedAt: settledAt, reading: readings.get(actionId) ?? null };
      await writeCopy(write, (writing) => putRecord(writing, record));
      readings.delete(actionId);
    }
    for (const record of recordsHeld(brandId)) {
      const write = { copy, guard, brandId, storedAt: now(), reading: null };
      await writeCopy(write, (writing) => putRecord(writing, record));
      held.get(brandId)?.delete(keyOf(record));
    }
    if (receipts.length === 0) return;
    await markCopied(outbox, { brandId, actionIds: receipts.map(({ actionId }) => actionId), now: now() });
  }

  function enqueue(brandId: string): Promise<void> {
    started.add(brandId);
    const next = last.then(() => copyAll(brandId));
    // Copying is retried later; until then the record is overlaid on the copy's responses.
    last = next.then(
      () => void failedAt.delete(brandId),
      () => void failedAt.set(brandId, now()),
    );
    return last;
  }

  const keyOf = ({ type, value }: BrandRecord) => `${type} ${value.id}`;
  const recordsHeld = (brandId: string) => [...(held.get(brandId)?.values() ?? [])];

  function isDue(brandId: string): boolean {
    const at = failedAt.get(brandId);
    return !started.has(brandId) || (at !== undefined && Math.abs(now() - at) >= retryMs);
  }

  return {
    copy(brandId, { actionId, reading }) {
      readings.set(actionId, reading);
      return enqueue(brandId);
    },
    ready: (brandId) => (isDue(brandId) ? enqueue(brandId) : last),
    async uncopied(brandId) {
      if (!failedAt.has(brandId)) return [];
      const receipts = await readUncopiedReceipts(outbox, brandId).catch(() => []);
      return [...receipts.map(({ record }) => record), ...recordsHeld(brandId)];
    },
    hold(brandId, record) {
      const records = held.get(brandId) ?? new Map<string, BrandRecord>();
      held.set(brandId, records.set(keyOf(record), record));
      failedAt.set(brandId, now());
    },
  };
}

/** Time that receipts are kept: pages may retry a call whose response was lost, but not after a week. */
const keptMs = 7 * 86_400_000;

type UncopiedReceipt = ReceiptRow & { record: BrandRecord };

/** Receipts whose records haven't reached the copy, oldest first. Skips unreadable records, which the next sync restores. */
export async function readUncopiedReceipts(
  outbox: Connection<OutboxSchema>,
  brandId: string,
): Promise<UncopiedReceipt[]> {
  const rows = await outbox.run((database) => database.getAllFromIndex('receipts', 'uncopied', [brandId, 1]));
  const held = [...heldChangesOf(outbox).receipts.values()].filter((receipt) => receipt.brandId === brandId);
  return [...rows, ...held]
    .flatMap((row): UncopiedReceipt[] => {
      const parsed = v.safeParse(receiptRowSchema, row);
      const record = parsed.success ? parsed.output.record : null;
      return parsed.success && record !== null ? [{ ...parsed.output, record }] : [];
    })
    .sort((a, b) => a.settledAt - b.settledAt);
}

/** The record of a stored receipt; null if it can't be parsed. */
function recordOf(row: unknown): BrandRecord | null {
  const parsed = v.safeParse(receiptRowSchema, row);
  return parsed.success ? parsed.output.record : null;
}

interface Made extends Pick<ActionRow, 'brandId' | 'actionId'> {
  /** Fulfillment that the action required; null if it required none. */
  condition: string | null;
}

/** True if another intent from this device on the same content was applied. */
export async function isDoneHere(
  outbox: Connection<OutboxSchema>,
  { brandId, actionId, condition }: Made,
): Promise<boolean> {
  if (condition === null) return false;
  const stored = await outbox.run((database) =>
    database.getAllFromIndex('receipts', 'brand', rangeWithPrefix(brandId)),
  );
  return [...stored, ...heldChangesOf(outbox).receipts.values()].some((row) => {
    const parsed = v.safeParse(receiptRowSchema, row);
    return parsed.success && parsed.output.actionId !== actionId && parsed.output.condition === condition;
  });
}

/** Marks the receipts as copied, and deletes those too old to be requested again. */
export function markCopied(
  outbox: Connection<OutboxSchema>,
  { brandId, actionIds, now }: { brandId: string; actionIds: readonly string[]; now: number },
): Promise<void> {
  for (const actionId of actionIds) heldChangesOf(outbox).receipts.delete(actionId);
  const mark = async (transaction: OutboxTransaction) => {
    const receipts = transaction.objectStore('receipts');
    for (const actionId of actionIds) {
      const row = await receipts.get(actionId);
      if (row !== undefined) await receipts.put({ ...row, uncopied: 0 });
    }
    const old = IDBKeyRange.bound([brandId], [brandId, now - keptMs]);
    for (const key of await receipts.index('brand').getAllKeys(old)) {
      const row = await receipts.get(key);
      // An unreadable record can never be copied, so its receipt is deleted, too.
      if (row?.uncopied === 0 || recordOf(row) === null) await receipts.delete(key);
    }
  };
  // On a full disk this is retried later, without evicting the records just written to the copy.
  return writeOutbox(outbox, mark, { makesRoom: false });
}
