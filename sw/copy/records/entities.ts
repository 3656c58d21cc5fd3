import * as v from 'valibot';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { type Columns, isPacked, type ListEntry, packList, unpackList } from '#sw/database/packed-list.ts';
import { type EntityStore, rangeWithPrefix } from '#sw/database/schema.ts';
import { type CopyRead, DamagedCopyError } from '../copy-read.ts';
import { type CopyWrite, isSame } from '../copy-write.ts';

/** Properties of one kind of record. */
export interface EntityKind<T extends { id: string }> {
  readonly store: EntityStore;
  readonly schema: v.GenericSchema<unknown, T>;
  /** Kinds of queries to refetch when a record has changed. */
  readonly shownIn: readonly ChangedKind[];
  readonly facetCount: number;
  entryOf(record: T): ListEntry;
  /** True if the stored record must be older than the given one, regardless of their timestamps. */
  isBehind?(stored: Partial<T> | undefined, record: T): boolean;
}

/**
 * Stores records, deletes removed ones, and updates the list's row. Await each call before the next one for the same kind in a
 * transaction, or both would start from the same list.
 */
export async function putEntities<T extends { id: string }>(
  write: CopyWrite,
  kind: EntityKind<T>,
  records: readonly T[],
  removedIds: readonly string[] = [],
): Promise<void> {
  if (records.length === 0 && removedIds.length === 0) return;
  const { brandId, storedAt, transaction } = write;
  const store = transaction.objectStore(kind.store);
  const lists = transaction.objectStore('lists');
  const keyOf = (id: string) => `${kind.store} ${id}`;
  const [list, ...stored] = await Promise.all([
    lists.get([brandId, kind.store]),
    ...records.map(({ id }) => store.get([brandId, id])),
  ]);
  const entries = unpackList(list, kind.facetCount);
  const puts: Promise<unknown>[] = [];
  let isListed = true;
  for (const [i, record] of records.entries()) {
    const isBehind = kind.isBehind?.(stored[i]?.value as Partial<T> | undefined, record) ?? false;
    if (!write.accepts(keyOf(record.id), { value: record, stored: stored[i], isBehind })) continue;
    if (!isSame(stored[i]?.value, record)) write.changed(keyOf(record.id), ...kind.shownIn);
    const entry = kind.entryOf(record);
    isListed &&= isSame(entries.get(record.id), entry);
    entries.set(record.id, entry);
    puts.push(store.put({ brandId, id: record.id, storedAt, value: record }));
  }
  for (const id of removedIds) {
    if (!write.accepts(keyOf(id))) continue;
    const wasListed = entries.delete(id);
    isListed &&= !wasListed;
    // Recorded even if the record was never stored: a response to an earlier request must not restore it.
    write.changed(keyOf(id), ...(wasListed ? kind.shownIn : []));
    puts.push(store.delete([brandId, id]));
  }
  if (!isListed) {
    puts.push(lists.put({ brandId, name: kind.store, ...packList(entries.values(), kind.facetCount) }));
  }
  await Promise.all(puts);
}

/** A record with the time of its fetch; null if it isn't stored. @throws {DamagedCopyError} */
export async function readEntity<T extends { id: string }>(
  { transaction, brandId }: CopyRead,
  kind: EntityKind<T>,
  id: string,
): Promise<{ value: T; storedAt: number } | null> {
  const row = await transaction.objectStore(kind.store).get([brandId, id]);
  return row === undefined ? null : { value: parse(kind, row.value), storedAt: row.storedAt };
}

/** Records in the order of the ids; null if any of them isn't stored. @throws {DamagedCopyError} */
export async function readEntities<T extends { id: string }>(
  { transaction, brandId }: CopyRead,
  kind: EntityKind<T>,
  ids: readonly string[],
): Promise<T[] | null> {
  const store = transaction.objectStore(kind.store);
  const rows = await Promise.all(ids.map((id) => store.get([brandId, id])));
  const values = rows.flatMap((row) => (row === undefined ? [] : [parse(kind, row.value)]));
  return values.length === ids.length ? values : null;
}

/** All records of a kind, unordered, parsed with a custom schema. @throws {DamagedCopyError} */
export async function readAllEntities<T>(
  { transaction, brandId }: CopyRead,
  kind: { store: EntityStore; schema: v.GenericSchema<unknown, T> },
): Promise<T[]> {
  const rows = await transaction.objectStore(kind.store).getAll(rangeWithPrefix(brandId));
  return rows.map((row) => parse(kind, row.value));
}

/** A filter: the accepted values of each facet. Undefined or an empty array accepts all. */
export type FacetFilter = readonly (readonly string[] | undefined)[];

interface ListOptions {
  /** Newer entries that replace stored ones with the same id. */
  newer?: readonly ListEntry[];
  /** Selects the records to sort before the others. */
  first?: FacetFilter | undefined;
}

/** Ids of a list's matching records, in list order. @throws {DamagedCopyError} */
export async function readListIds(
  { transaction, brandId }: CopyRead,
  name: EntityStore,
  wanted: FacetFilter,
  { newer = [], first }: ListOptions = {},
): Promise<string[]> {
  const stored = await transaction.objectStore('lists').get([brandId, name]);
  if (stored === undefined) return [];
  if (!isPacked(stored, wanted.length)) throw new DamagedCopyError(`The list of ${name} can't be read`);
  const row = newer.length === 0 ? stored : replaced(stored, newer);
  const isListed = matcher(row, wanted);
  const places = [...row.ids.keys()].filter(isListed);
  if (first?.some((values) => values?.length)) {
    const isFirst = matcher(row, first);
    // The sort is stable, so both parts keep the list's order.
    places.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  }
  return places.flatMap((place) => row.ids[place] ?? []);
}

/** Returns a predicate: true if the record at an index of the list has one of the wanted values in each facet. */
function matcher({ facets }: Columns, wanted: FacetFilter): (place: number) => boolean {
  const filters = facets.flatMap(({ values, codes }, column) => {
    const asked = wanted[column];
    return asked?.length ? [{ codes, isWanted: values.map((value) => asked.includes(value)) }] : [];
  });
  return (place) => filters.every(({ codes, isWanted }) => isWanted[codes[place] ?? 0] === true);
}

/** True if a record's facets match the filter. */
export const isWanted = ({ facets }: ListEntry, wanted: FacetFilter): boolean =>
  facets.every((facet, column) => !wanted[column]?.length || wanted[column].includes(facet));

/** A list with newer versions of some of its entries. */
function replaced(row: Columns, newer: readonly ListEntry[]): Columns {
  const facetCount = row.facets.length;
  const entries = unpackList(row, facetCount);
  for (const entry of newer) if ((entries.get(entry.id)?.at ?? Infinity) <= entry.at) entries.set(entry.id, entry);
  return packList(entries.values(), facetCount);
}

function parse<T>({ store, schema }: { store: EntityStore; schema: v.GenericSchema<unknown, T> }, value: unknown): T {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new DamagedCopyError(`A record of ${store} can't be read`);
}
