import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect } from 'react';
import { usePrinting } from '../text/use-printing.ts';
import type { ListPlace } from './list-place.ts';

/** Lines of rows outside the window that are rendered, on either side. */
const overscan = 2;
/** Rows on paper at most: the browser waits for them, and some twenty sheets are enough of a list. */
export const mostPrintedRows = 500;

interface Given {
  place: ListPlace;
  /** The element that the rows are in; each of them says its index as `data-row`. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Identity of a row, wherever it is. */
  keyOf: (row: number) => string;
  /** Height of each row, and the gap between two. All are alike, so the page's height is known and Back finds its place. */
  rowRem: number;
  gapRem?: number;
  /** Number of rows beside each other. */
  columns?: number;
  /** Scroll offset when the list first comes, px. */
  startsAt: () => number;
  /** The first and the last visible row. */
  onShown: (first: number, last: number) => void;
}

/** Props of a rendered row. */
export interface PlacedRow {
  index: number;
  /** From the first row's top. */
  topPx: number;
  heightPx: number;
}

interface WindowRows {
  /** In the order of the list. */
  rows: (PlacedRow & { key: string })[];
  /** Height of all rows. */
  heightPx: number;
  /** True while one scrolls; always the same function, so that rows need not render again for it. */
  isScrolling: () => boolean;
}

/** The row that has the focus. */
function rowInUse(list: HTMLElement | null): number | null {
  const row = list?.contains(document.activeElement) && document.activeElement?.closest('[data-row]');
  return row instanceof HTMLElement ? Number(row.dataset.row) : null;
}

/**
 * Renders only the rows of a long list that are near the window, and the one that has the focus. Print has no window and gets the
 * first rows.
 */
export function useWindowRows(given: Given): WindowRows {
  const { place, list, count, keyOf, rowRem, gapRem = 0, columns = 1, startsAt, onShown } = given;
  const [heightPx, gapPx] = [rowRem * place.remPx, gapRem * place.remPx];
  const lines = Math.ceil(count / columns);
  const isPrinting = usePrinting();
  const linesOf = (range: Range) => {
    if (isPrinting) return Array.from({ length: Math.min(lines, mostPrintedRows / columns) }, (_, line) => line);
    const near = defaultRangeExtractor(range);
    const used = Math.floor((rowInUse(list.current) ?? Number.NaN) / columns);
    // A row that is removed loses the focus, and a keyboard its place.
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
    // A page of rows may be rendered in parts: those ahead are there already.
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
  // The range is known only after the items have been asked for.
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
