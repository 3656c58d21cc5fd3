import * as v from 'valibot';
import {
  type ActionRow,
  actionRowSchema,
  brandIdSchema,
  type UnreadableRow,
  unreadableRowSchema,
} from './action-row.ts';
import type { Connection, RunOptions } from './database.ts';
import type { OutboxSchema } from './schema.ts';
import type { OutboxTransaction } from './transactions.ts';

/** Key of the queue's version stamp in the store of marks. It can't match a mark's key, since no brand has an empty id. */
const stampKey: [string, string] = ['', 'stamp'];

/** One row of the queue, readable or not. */
type Entry = { brandId: unknown } & ({ action: ActionRow } | { unreadable: UnreadableRow });

/** All brands' rows in memory, in sending order. */
interface Cached {
  stamp: string;
  entries: Map<number, Entry>;
  /** Views by brand, cleared when a row changes. */
  views: Map<string, Queue>;
}

export interface Queue {
  /** The intents that can be sent, in order. */
  actions: readonly ActionRow[];
  /** Rows that this version can't send, because a required field can't be parsed. */
  unreadable: readonly UnreadableRow[];
}

/** The queue's stores, in a transaction of either mode. */
interface Stores {
  objectStore(name: 'actions'): {
    count(): Promise<number>;
    openKeyCursor(of: null, from: 'prev'): Promise<{ key: unknown } | null>;
  };
  objectStore(name: 'unsent'): { count(): Promise<number>; get(key: [string, string]): Promise<unknown> };
}

/** Keyed by connection, so a restarted worker starts with an empty cache. */
const caches = new WeakMap<object, Cached>();
const touched = new WeakMap<object, Set<number>>();

/** True for the brand's rows, and for rows whose brand can't be read; only the existence of the latter is shown. */
export const isOfBrand = (row: { brandId: unknown }, brandId: string): boolean =>
  row.brandId === brandId || !v.is(brandIdSchema, row.brandId);

/** Combines an action's row with its mark. On a full disk, the sender can delete the mark but not update the row. */
export const withMark = (action: ActionRow, hasMark: boolean): ActionRow =>
  action.isMarked && !hasMark ? { ...action, mayHaveArrived: true } : action;

/** The readable fields of a row that can't be sent. */
export function readUnreadable(row: ActionRow): UnreadableRow {
  const parsed = v.parse(unreadableRowSchema, row);
  return { ...parsed, actionId: parsed.actionId ?? `row-${row.seq}` };
}

function entryOf(row: ActionRow, hasMark: boolean): Entry {
  const parsed = v.safeParse(actionRowSchema, row);
  const { brandId } = row;
  return parsed.success
    ? { brandId, action: withMark(parsed.output, hasMark) }
    : { brandId, unreadable: readUnreadable(row) };
}

/**
 * A value that differs after every change of the queue by any worker. Adding and updating rows stores a new stamp. Deleting
 * changes a count instead, since a full disk has no space for a stamp.
 */
async function stampOf(transaction: Stores): Promise<string> {
  const [actions, unsent] = [transaction.objectStore('actions'), transaction.objectStore('unsent')];
  const parts = [actions.count(), actions.openKeyCursor(null, 'prev'), unsent.count(), unsent.get(stampKey)] as const;
  const [count, last, marks, stamp] = await Promise.all(parts);
  return [count, last?.key, marks, stamp].join(' ');
}

/** Records that this transaction changes a row. Also changes the stamp, unless the row is deleted. */
export async function touch(transaction: OutboxTransaction, seq: number, { isDeleted = false } = {}): Promise<void> {
  touched.set(transaction, (touched.get(transaction) ?? new Set()).add(seq));
  if (!isDeleted) await transaction.objectStore('unsent').put(crypto.randomUUID(), stampKey);
}

/** Reads back the rows that the transaction touched. @returns a function to call after the commit, which updates the cache */
export async function followWrite<T>(
  outbox: object,
  transaction: OutboxTransaction,
  work: (transaction: OutboxTransaction) => Promise<T>,
): Promise<{ result: T; apply: () => void }> {
  if (!caches.has(outbox)) return { result: await work(transaction), apply: () => void caches.delete(outbox) };
  const before = await stampOf(transaction);
  const result = await work(transaction);
  const [actions, unsent] = [transaction.objectStore('actions'), transaction.objectStore('unsent')];
  const changed = await Promise.all(
    [...(touched.get(transaction) ?? [])].map(async (seq) => {
      const row = await actions.get(seq);
      const mark = row && v.is(v.string(), row.brandId) ? await unsent.getKey([row.brandId, row.actionId]) : undefined;
      return [seq, row ? entryOf(row, mark !== undefined) : null] as const;
    }),
  );
  const [after, count] = await Promise.all([stampOf(transaction), actions.count()]);
  const apply = () => {
    const cached = caches.get(outbox);
    if (cached === undefined) return;
    for (const [seq, entry] of changed.toSorted(([a], [b]) => a - b)) {
      if (entry) cached.entries.set(seq, entry);
      else cached.entries.delete(seq);
    }
    // Another worker, or a write to rows of whole brands, has changed rows that this cache doesn't know about.
    if (cached.stamp !== before || cached.entries.size !== count) caches.delete(outbox);
    cached.stamp = after;
    cached.views.clear();
  };
  return { result, apply };
}

function viewOf({ entries, views }: Cached, brandId: string): Queue {
  const known = views.get(brandId);
  if (known) return known;
  const own = [...entries.values()].filter((entry) => isOfBrand(entry, brandId));
  const view = {
    actions: own.flatMap((entry) => ('action' in entry ? [entry.action] : [])),
    unreadable: own.flatMap((entry) => ('unreadable' in entry ? [entry.unreadable] : [])),
  };
  views.set(brandId, view);
  return view;
}

/** A brand's queue as stored. Rows are re-read only if another worker has changed the queue since. */
export function readRows(outbox: Connection<OutboxSchema>, brandId: string, options?: RunOptions): Promise<Queue> {
  return outbox.run(async (database) => {
    const transaction = database.transaction(['actions', 'unsent']);
    const stamp = await stampOf(transaction);
    const cached = caches.get(outbox);
    if (cached?.stamp === stamp) {
      await transaction.done;
      return viewOf(cached, brandId);
    }
    // Don't use the brand index, which may lack a damaged row.
    const all = transaction.objectStore('actions').getAll();
    const [rows, marks] = await Promise.all([all, transaction.objectStore('unsent').getAllKeys()]);
    await transaction.done;
    const unsent = new Set(marks.map((key) => JSON.stringify(key)));
    const isUnsent = ({ brandId: of, actionId }: ActionRow) => unsent.has(JSON.stringify([of, actionId]));
    const entries = new Map(rows.map((row) => [row.seq, entryOf(row, isUnsent(row))] as const));
    const fresh: Cached = { stamp, entries, views: new Map() };
    caches.set(outbox, fresh);
    return viewOf(fresh, brandId);
  }, options);
}
