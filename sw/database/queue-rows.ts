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

/** Key of the queue's stamp among the marks: no brand has an empty id. */
const stampKey: [string, string] = ['', 'stamp'];

/** One row of the queue: readable, or not. */
type Entry = { brandId: unknown } & ({ action: ActionRow } | { unreadable: UnreadableRow });

/** All brands' rows in memory, in the order of sending. */
interface Cached {
  stamp: string;
  entries: Map<number, Entry>;
  /** Views by brand, until a row changes. */
  views: Map<string, Queue>;
}

export interface Queue {
  /** The intents that can be sent, in their order. */
  actions: readonly ActionRow[];
  /** Rows of which this version can't read the fields that sending needs. */
  unreadable: readonly UnreadableRow[];
}

/** The stores of the queue, in whichever kind of transaction. */
interface Stores {
  objectStore(name: 'actions'): {
    count(): Promise<number>;
    openKeyCursor(of: null, from: 'prev'): Promise<{ key: unknown } | null>;
  };
  objectStore(name: 'unsent'): { count(): Promise<number>; get(key: [string, string]): Promise<unknown> };
}

/** By connection, so that a restarted worker starts without. */
const caches = new WeakMap<object, Cached>();
const touched = new WeakMap<object, Set<number>>();

/** True for the brand's rows, and for rows whose brand can't be read; of the latter only the existence is shown. */
export const isOfBrand = (row: { brandId: unknown }, brandId: string): boolean =>
  row.brandId === brandId || !v.is(brandIdSchema, row.brandId);

/** An action as its row and its mark have it: a disk that was full has lost the mark alone. */
export const asMarked = (action: ActionRow, hasMark: boolean): ActionRow =>
  action.isMarked && !hasMark ? { ...action, mayHaveArrived: true } : action;

/** The fields of a row that can't be sent, as far as they can be read. */
export function readUnreadable(row: ActionRow): UnreadableRow {
  const parsed = v.parse(unreadableRowSchema, row);
  return { ...parsed, actionId: parsed.actionId ?? `row-${row.seq}` };
}

function entryOf(row: ActionRow, hasMark: boolean): Entry {
  const parsed = v.safeParse(actionRowSchema, row);
  const { brandId } = row;
  return parsed.success
    ? { brandId, action: asMarked(parsed.output, hasMark) }
    : { brandId, unreadable: readUnreadable(row) };
}

/**
 * A value that differs after every change of the queue, by whichever worker: adding and changing rows stores a new stamp, and
 * deleting, for which a full disk has no room for one, changes a count.
 */
async function stampOf(transaction: Stores): Promise<string> {
  const [actions, unsent] = [transaction.objectStore('actions'), transaction.objectStore('unsent')];
  const parts = [actions.count(), actions.openKeyCursor(null, 'prev'), unsent.count(), unsent.get(stampKey)] as const;
  const [count, last, marks, stamp] = await Promise.all(parts);
  return [count, last?.key, marks, stamp].join(' ');
}

/** Notes that a row is changed in this transaction, which also changes the stamp unless the row is deleted. */
export async function touch(transaction: OutboxTransaction, seq: number, { isDeleted = false } = {}): Promise<void> {
  touched.set(transaction, (touched.get(transaction) ?? new Set()).add(seq));
  if (!isDeleted) await transaction.objectStore('unsent').put(crypto.randomUUID(), stampKey);
}

/** Reads what the transaction has made of the rows it touched. @returns a function to call after the commit */
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
    // Another worker, or a write that touches rows of whole brands, has changed more than is known here.
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

/** A brand's queue as it is on the disk. Rows are read again only if another worker has changed the queue since. */
export function readRows(outbox: Connection<OutboxSchema>, brandId: string, options?: RunOptions): Promise<Queue> {
  return outbox.run(async (database) => {
    const transaction = database.transaction(['actions', 'unsent']);
    const stamp = await stampOf(transaction);
    const cached = caches.get(outbox);
    if (cached?.stamp === stamp) {
      await transaction.done;
      return viewOf(cached, brandId);
    }
    // Not by the brand's index, in which a damaged row may be missing.
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
