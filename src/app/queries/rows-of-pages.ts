import type { Page } from '#contract/wire/page.ts';

/** The rows of a list's first pages. */
export interface RowsOfPages<T> {
  readonly pages: readonly Page<T>[];
  /** Each once, where it was first. */
  readonly rows: readonly T[];
  /** Index of each of the latest rows, by its key. */
  readonly places: Map<string, number>;
}

/**
 * A new row moves another onto the next page while one scrolls: of a row that is on several pages the last counts.
 * @param before the latest that was collected: only what came since is gone through, else a list of thousands would be with
 * each of its pages
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
