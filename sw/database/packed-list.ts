import type { ListRow } from './schema.ts';

/** A record's entry in a list. */
export interface ListEntry {
  id: string;
  /** Sort key, ms. */
  at: number;
  /** Filter values, in the order defined by the record's kind; '' for none. */
  facets: readonly string[];
}

export type Columns = Pick<ListRow, 'ids' | 'at' | 'facets'>;

/** Newest first, then by id, like all of the server's lists. */
const inOrder = (a: ListEntry, b: ListEntry) => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** Sorts entries and converts them to columns. */
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

/** A row's entries by id; empty if the row can't be read. */
export function unpackList(row: unknown, facetCount: number): Map<string, ListEntry> {
  if (!isPacked(row, facetCount)) return new Map();
  const { ids, at, facets } = row;
  return new Map(
    ids.map((id, i) => [
      id,
      { id, at: at[i] ?? 0, facets: facets.map(({ values, codes }) => values[codes[i] ?? 0] ?? '') },
    ]),
  );
}

/** Checked by hand, since a schema would validate ten thousand ids one by one, which takes several times longer. */
export function isPacked(row: unknown, facetCount: number): row is Columns {
  const { ids, at, facets }: Partial<Record<keyof Columns, unknown>> = Object(row);
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
