import * as v from 'valibot';
import type { BrandRecord } from '#contract/brand-record.ts';
import { type ActionRow, type ReceiptRow, receiptRowSchema } from '#sw/database/action-row.ts';
import type { Connection } from '#sw/database/database.ts';
import { type OutboxSchema, startingWith } from '#sw/database/schema.ts';
import { writeOutbox } from '#sw/database/transactions.ts';
import { heldOf } from './held.ts';

/** A page may repeat a call whose answer it never heard; a week later none does. */
const keptMs = 7 * 86_400_000;

/** A receipt that has something for the copy. */
type Uncopied = ReceiptRow & { record: BrandRecord };

/** Receipts whose records have not reached the copy, oldest first. A record that can't be read is left to the next sync. */
export async function readUncopied(outbox: Connection<OutboxSchema>, brandId: string): Promise<Uncopied[]> {
  const rows = await outbox.run((database) => database.getAllFromIndex('receipts', 'uncopied', [brandId, 1]));
  const held = [...heldOf(outbox).receipts.values()].filter((receipt) => receipt.brandId === brandId);
  return [...rows, ...held]
    .flatMap((row): Uncopied[] => {
      const parsed = v.safeParse(receiptRowSchema, row);
      const record = parsed.success ? parsed.output.record : null;
      return parsed.success && record !== null ? [{ ...parsed.output, record }] : [];
    })
    .sort((a, b) => a.settledAt - b.settledAt);
}

/** The record of a stored receipt; null where it can't be read. */
function recordOf(row: unknown): BrandRecord | null {
  const parsed = v.safeParse(receiptRowSchema, row);
  return parsed.success ? parsed.output.record : null;
}

interface Made extends Pick<ActionRow, 'brandId' | 'actionId'> {
  /** The content that it was made on; null where it needs none. */
  condition: string | null;
}

/** True where another intent of this device on the same content was done. */
export async function isDecidedHere(
  outbox: Connection<OutboxSchema>,
  { brandId, actionId, condition }: Made,
): Promise<boolean> {
  if (condition === null) return false;
  const stored = await outbox.run((database) => database.getAllFromIndex('receipts', 'brand', startingWith(brandId)));
  return [...stored, ...heldOf(outbox).receipts.values()].some((row) => {
    const parsed = v.safeParse(receiptRowSchema, row);
    return parsed.success && parsed.output.actionId !== actionId && parsed.output.condition === condition;
  });
}

/** Notes that the receipts' records are in the copy, and drops receipts that nobody can ask for any more. */
export function markCopied(
  outbox: Connection<OutboxSchema>,
  { brandId, actionIds, now }: { brandId: string; actionIds: readonly string[]; now: number },
): Promise<void> {
  for (const actionId of actionIds) heldOf(outbox).receipts.delete(actionId);
  return writeOutbox(outbox, async (transaction) => {
    const receipts = transaction.objectStore('receipts');
    for (const actionId of actionIds) {
      const row = await receipts.get(actionId);
      if (row !== undefined) await receipts.put({ ...row, uncopied: 0 });
    }
    const old = IDBKeyRange.bound([brandId], [brandId, now - keptMs]);
    for (const key of await receipts.index('brand').getAllKeys(old)) {
      const row = await receipts.get(key);
      // An unreadable offer can't be copied either.
      if (row?.uncopied === 0 || recordOf(row) === null) await receipts.delete(key);
    }
  });
}
