import * as v from 'valibot';
import {
  type ActionRow,
  actionRowSchema,
  brandIdSchema,
  type UnreadableRow,
  unreadableRowSchema,
} from '#sw/database/action-row.ts';
import type { Connection } from '#sw/database/database.ts';
import { type OutboxSchema, startingWith } from '#sw/database/schema.ts';
import { writeOutbox } from '#sw/database/transactions.ts';
import { withHeld } from './held.ts';
import { asMarked } from './unsent.ts';

interface Queue {
  /** The decisions that can be sent, in their order. */
  actions: ActionRow[];
  /** Those in which this version can't read what sending needs. */
  unreadable: UnreadableRow[];
}

/** Of no brand that could be read is whoever's is there: nothing is told of it but that it is there. */
export const isOfBrand = (row: { brandId: unknown }, brandId: string): boolean =>
  row.brandId === brandId || !v.is(brandIdSchema, row.brandId);

function readUnreadable(row: ActionRow): UnreadableRow {
  const parsed = v.parse(unreadableRowSchema, row);
  return { ...parsed, actionId: parsed.actionId ?? `row-${row.seq}` };
}

/** All that a brand's queue holds. */
export async function readQueue(outbox: Connection<OutboxSchema>, brandId: string): Promise<Queue> {
  // Not by the brand's index, in which a damaged row may be missing.
  const [rows, marks] = await outbox.run((database) => {
    const transaction = database.transaction(['actions', 'unsent']);
    const marksOf = transaction.objectStore('unsent').getAllKeys(startingWith(brandId));
    return Promise.all([transaction.objectStore('actions').getAll(), marksOf, transaction.done]);
  });
  const unsent = new Set(marks.map(([, actionId]) => actionId));
  const queue: Queue = { actions: [], unreadable: [] };
  for (const row of rows) {
    if (!isOfBrand(row, brandId)) continue;
    const parsed = v.safeParse(actionRowSchema, row);
    if (parsed.success)
      queue.actions.push(withHeld(outbox, asMarked(parsed.output, unsent.has(parsed.output.actionId))));
    else queue.unreadable.push(readUnreadable(row));
  }
  return queue;
}

/** Drops a decision that can't be sent; null where it isn't there. */
export function discardUnreadable(
  outbox: Connection<OutboxSchema>,
  { brandId, actionId }: { brandId: string; actionId: string },
): Promise<UnreadableRow | null> {
  return writeOutbox(outbox, async (transaction) => {
    const actions = transaction.objectStore('actions');
    for (const row of await actions.getAll()) {
      const unreadable = readUnreadable(row);
      if (unreadable.actionId !== actionId || !isOfBrand(row, brandId)) continue;
      if (v.safeParse(actionRowSchema, row).success) return null;
      await actions.delete(row.seq);
      return unreadable;
    }
    return null;
  });
}
