import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import { usePrinting } from '../text/use-printing.ts';
import type { ListPlace } from './list-place.ts';

/** Number of lines to render above and below the window. */
const overscan = 2;
/**
 * Maximum rows to print: the browser renders them all before printing, and about twenty sheets of a list are enough.
 */
export const maxPrintedRows = 500;

interface Params {
  place: ListPlace;
  /** The element containing the rows; each row has its index as `data-row`. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Identity of a row, independent of its position. */
  keyOf: (row: number) => string;
  /**
   * Height of each row, and the gap between rows. All rows have the same height, so the page's height is known and Back
   * restores its scroll position.
   */
  rowRem: number;
  gapRem?: number;
  columns?: number;
  /** Scroll offset when the list mounts, px. */
  startsAt: () => number;
  /** Reports the first and the last visible row. */
  onShown: (first: number, last: number) => void;
}

/** Props of a rendered row. */
export interface PlacedRow {
  index: number;
  /** Distance from the first row's top. */
  topPx: number;
  heightPx: number;
}

interface WindowRows {
  /** The rendered rows, in list order. */
  rows: (PlacedRow & { key: string })[];
  /** Total height of all rows. */
  heightPx: number;
  /** True during scrolling. The function is stable, so that it doesn't rerender rows. */
  isScrolling: () => boolean;
}

/** Index of the row that has the focus. */
function rowInUse(list: HTMLElement | null): number | null {
  const row = list?.contains(document.activeElement) && document.activeElement?.closest('[data-row]');
  return row instanceof HTMLElement ? Number(row.dataset.row) : null;
}

/**
 * Renders only the rows of a long list that are near the window, and the focused one. Print has no window, so it gets
 * the first rows.
 */
export function useWindowRows(given: Params): WindowRows {
  const { place, list, count, keyOf, rowRem, gapRem = 0, columns = 1, startsAt, onShown } = given;
  const [heightPx, gapPx] = [rowRem * place.remPx, gapRem * place.remPx];
  const lines = Math.ceil(count / columns);
  const isPrinting = usePrinting();
  const linesOf = (range: Range) => {
    if (isPrinting) return Array.from({ length: Math.min(lines, maxPrintedRows / columns) }, (_, line) => line);
    const near = defaultRangeExtractor(range);
    const used = Math.floor((rowInUse(list.current) ?? Number.NaN) / columns);
    // Keep the focused row: removing it would lose the focus, and a keyboard user's position.
    return used < lines && !near.includes(used) ? [...near, used].toSorted((a, b) => a - b) : near;
  };
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    enabled: place.topPx !== null,
    count: lines,
    estimateSize: () => heightPx,
    gap: gapPx,
    scrollMargin: place.topPx ?? 0,
    initialOffset: startsAt,
    overscan,
    rangeExtractor: linesOf,
    // Rows ahead are rendered already, so React may render a page of rows in parts.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer measures only on request, here for a new text size
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heightPx]);
  const pitchPx = heightPx + gapPx;
  const rows = virtualizer.getVirtualItems().flatMap(({ index: line }) =>
    Array.from({ length: Math.min(columns, count - line * columns) }, (_, column) => {
      const index = line * columns + column;
      return { key: keyOf(index), index, topPx: line * pitchPx, heightPx };
    }),
  );
  // The range is only known after reading the items.
  const shown = virtualizer.range;
  const first = shown && shown.startIndex * columns;
  const last = shown && Math.min(count, (shown.endIndex + 1) * columns) - 1;
  useEffect(() => {
    if (first !== null && last !== null) onShown(first, last);
  }, [onShown, first, last]);
  return {
    rows,
    heightPx: Math.max(0, lines * pitchPx - gapPx),
    isScrolling: useCallback(() => virtualizer.isScrolling, [virtualizer]),
  };
}
