import * as v from 'valibot';
import { type ReceiptRow, receiptRowSchema } from './action-row.ts';
import type { Connection } from './database.ts';
import { writeOutbox } from './outbox-write.ts';
import type { OutboxSchema } from './schema.ts';

/** A page may repeat a call whose answer it never heard; a week later none does. */
const keptMs = 7 * 86_400_000;

/** Receipts whose offers have not reached the copy, oldest first. */
export async function readUncopied(outbox: Connection<OutboxSchema>, brandId: string): Promise<ReceiptRow[]> {
  const rows = await outbox.run((database) => database.getAllFromIndex('receipts', 'uncopied', [brandId, 1]));
  return rows
    .flatMap((row) => {
      const parsed = v.safeParse(receiptRowSchema, row);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => a.settledAt - b.settledAt);
}

/** Notes that the receipts' offers are in the copy, and drops receipts that nobody can ask for any more. */
export function markCopied(
  outbox: Connection<OutboxSchema>,
  { brandId, actionIds, now }: { brandId: string; actionIds: readonly string[]; now: number },
): Promise<void> {
  return writeOutbox(outbox, async (transaction) => {
    const receipts = transaction.objectStore('receipts');
    for (const actionId of actionIds) {
      const row = await receipts.get(actionId);
      if (row !== undefined) await receipts.put({ ...row, uncopied: 0 });
    }
    const old = IDBKeyRange.bound([brandId], [brandId, now - keptMs]);
    for (const key of await receipts.index('brand').getAllKeys(old)) {
      if ((await receipts.get(key))?.uncopied === 0) await receipts.delete(key);
    }
  });
}
