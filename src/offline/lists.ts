import type { CopyRead } from './copy-read.ts';
import { DamagedCopyError } from './copy-read.ts';
import type { EntityStore, ListRow } from './schema.ts';

/** A record as a list knows it. */
export interface ListEntry {
  id: string;
  /** The list's order, ms. */
  at: number;
  /** Filterable values, in the order of its kind; '' where there is none. */
  facets: readonly string[];
}

type Columns = Pick<ListRow, 'ids' | 'at' | 'facets'>;

/** Newest first, then by id: as every list of the server. */
const inOrder = (a: ListEntry, b: ListEntry) => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** Sorts entries and puts them into columns. */
export function packList(entries: Iterable<ListEntry>, facetCount: number): Columns {
  const sorted = [...entries].sort(inOrder);
  return {
    ids: sorted.map(({ id }) => id),
    at: Float64Array.from(sorted, ({ at }) => at),
    facets: Array.from({ length: facetCount }, (_, column) => packFacet(sorted, column)),
  };
}

function packFacet(entries: readonly ListEntry[], column: number): ListRow['facets'][number] {
  const codeOf = new Map<string, number>();
  const codes = Uint32Array.from(entries, ({ facets }) => {
    const value = facets[column] ?? '';
    const code = codeOf.get(value) ?? codeOf.size;
    if (code === codeOf.size) codeOf.set(value, code);
    return code;
  });
  return { values: [...codeOf.keys()], codes };
}

/** The entries of a row, by id; none of a row that can't be read. */
export function unpackList(row: unknown, facetCount: number): Map<string, ListEntry> {
  if (!isReadable(row, facetCount)) return new Map();
  const { ids, at, facets } = row;
  return new Map(
    ids.map((id, i) => [
      id,
      { id, at: at[i] ?? 0, facets: facets.map(({ values, codes }) => values[codes[i] ?? 0] ?? '') },
    ]),
  );
}

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
  if (!isReadable(stored, wanted.length)) throw new DamagedCopyError(`The list of ${name} can't be read`);
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

/** Checked by hand: a schema would walk ten thousand ids one by one, several times slower. */
function isReadable(row: unknown, facetCount: number): row is Columns {
  const { ids, at, facets } = (row ?? {}) as Partial<Record<keyof Columns, unknown>>;
  return (
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string') &&
    at instanceof Float64Array &&
    at.length === ids.length &&
    Array.isArray(facets) &&
    facets.length === facetCount &&
    facets.every((facet) => Array.isArray(facet?.values) && isCodes(facet?.codes, ids.length))
  );
}

const isCodes = (codes: unknown, length: number) => codes instanceof Uint32Array && codes.length === length;
