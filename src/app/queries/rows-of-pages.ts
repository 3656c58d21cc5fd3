import type { Page } from '#contract/wire/page.ts';

/** The rows of a list's first pages. */
export interface RowsOfPages<T> {
  readonly pages: readonly Page<T>[];
  /** The rows without duplicates, each at its first position. */
  readonly rows: readonly T[];
  /** Index of each row, by its key. */
  readonly places: Map<string, number>;
}

/**
 * Collects the rows of a list's pages. A new row may shift another onto the next page during scrolling, so a row on
 * several pages takes its values from the last.
 * @param before the previous result; only pages after it are processed, since reprocessing thousands of rows for each
 * page would be slow
 */
export function rowsOfPages<T>(
  pages: readonly Page<T>[],
  keyOf: (row: T) => string,
  before: RowsOfPages<T> | null,
): RowsOfPages<T> {
  const known = before?.pages.every((page, index) => page === pages[index]) ? before : null;
  const places = known?.places ?? new Map<string, number>();
  const rows = known?.rows.slice() ?? [];
  for (const row of pages.slice(known?.pages.length ?? 0).flatMap(({ data }) => data)) {
    const key = keyOf(row);
    const place = places.get(key) ?? rows.length;
    places.set(key, place);
    rows[place] = row;
  }
  return { pages, rows, places };
}
