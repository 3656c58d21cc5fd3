import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLeftOffset } from '../../../api/left-offset.ts';
import { usePiecewiseRows } from '../../../ui/piecewise-rows.ts';

interface Given {
  count: number;
  /** How high each row is: all are alike, so that the page's height is known at once, and Back finds its place. */
  rowRem: number;
  gapRem?: number;
  /** In how many a row is made, one in a frame. */
  pieces?: number;
  /** The first and the last row that are near the window. */
  onShown: (first: number, last: number) => void;
}

interface WindowRows {
  /** For the element whose top is the first row's. */
  ref: RefObject<HTMLDivElement | null>;
  /** Rows near the window; `startPx` from the first row's top, `pieces` of it that stand already. */
  rows: { index: number; startPx: number; sizePx: number; pieces: number }[];
  heightPx: number;
}

const remPxNow = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** Of a long list that scrolls with the page only the rows near the window are on it. */
export function useWindowRows({ count, rowRem, gapRem = 0, pieces = 1, onShown }: Given): WindowRows {
  const ref = useRef<HTMLDivElement>(null);
  const [{ offsetPx, remPx }, setPlace] = useState(() => ({ offsetPx: 0, remPx: remPxNow() }));
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const measure = () => {
      const next = { offsetPx: Math.round(list.getBoundingClientRect().top + window.scrollY), remPx: remPxNow() };
      setPlace((last) => (last.offsetPx === next.offsetPx && last.remPx === next.remPx ? last : next));
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    // What stands above the list grows and shrinks, and moves it.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const initialOffset = useLeftOffset();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowRem * remPx,
    gap: gapRem * remPx,
    // Every frame that changes a list paints all of it: what is far from the window costs time and shows nothing.
    overscan: 3,
    scrollMargin: offsetPx,
    initialOffset,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when the text's size has changed
  useLayoutEffect(() => virtualizer.measure(), [remPx, rowRem]);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onShown(first, last), [onShown, first, last]);
  const rows = usePiecewiseRows(virtualizer, pieces);
  return {
    ref,
    rows: rows.map(({ index, start, size, pieces }) => ({ index, startPx: start - offsetPx, sizePx: size, pieces })),
    heightPx: virtualizer.getTotalSize(),
  };
}
