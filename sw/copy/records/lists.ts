import { type Columns, isPacked, type ListEntry, packList, unpackList } from '#sw/database/packed-list.ts';
import type { EntityStore } from '#sw/database/schema.ts';
import type { CopyRead } from '../copy-read.ts';
import { DamagedCopyError } from '../copy-read.ts';

/** One way to filter: for each facet the values wanted. Undefined or no values at all filter nothing. */
export type Wanted = readonly (readonly string[] | undefined)[];

/**
 * Ids of the records of a list that match, in the list's order.
 * @param newer entries in place of stored ones of the same id that are older
 * @throws {DamagedCopyError}
 */
export async function readListIds(
  { transaction, brandId }: CopyRead,
  name: EntityStore,
  wanted: Wanted,
  newer: readonly ListEntry[] = [],
): Promise<string[]> {
  const stored = await transaction.objectStore('lists').get([brandId, name]);
  if (stored === undefined) return [];
  if (!isPacked(stored, wanted.length)) throw new DamagedCopyError(`The list of ${name} can't be read`);
  const row = newer.length === 0 ? stored : replaced(stored, newer);
  const filters = row.facets.flatMap(({ values, codes }, column) => {
    const asked = wanted[column];
    return asked?.length ? [{ codes, isWanted: values.map((value) => asked.includes(value)) }] : [];
  });
  return row.ids.filter((_, i) => filters.every(({ codes, isWanted }) => isWanted[codes[i] ?? 0]));
}

/** True where a record's facets match. */
export const isWanted = ({ facets }: ListEntry, wanted: Wanted): boolean =>
  facets.every((facet, column) => !wanted[column]?.length || wanted[column].includes(facet));

/** A list in which records that it has are newer. */
function replaced(row: Columns, newer: readonly ListEntry[]): Columns {
  const facetCount = row.facets.length;
  const entries = unpackList(row, facetCount);
  for (const entry of newer) if ((entries.get(entry.id)?.at ?? Infinity) <= entry.at) entries.set(entry.id, entry);
  return packList(entries.values(), facetCount);
}
