import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A column is no narrower than a phone's. */
const minColumnPx = 312;
const maxColumns = 3;

interface Columns {
  ref: RefObject<HTMLDivElement | null>;
  columns: number;
  /** From the top of the page to the grid. */
  offsetPx: number;
  /** The page's text size: cards grow with it. */
  remPx: number;
}

const remPxNow = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** How many cards fit beside each other, and where the grid begins; known before the first paint. */
export function useColumns(): Columns {
  const ref = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(() => ({ columns: 1, offsetPx: 0, remPx: remPxNow() }));
  useLayoutEffect(() => {
    const grid = ref.current;
    if (grid === null) return;
    const measure = () => {
      const { width, top } = grid.getBoundingClientRect();
      const columns = Math.min(maxColumns, Math.max(1, Math.floor(width / minColumnPx)));
      const offsetPx = Math.round(top + window.scrollY);
      const remPx = remPxNow();
      setPlace((last) =>
        last.columns === columns && last.offsetPx === offsetPx && last.remPx === remPx
          ? last
          : { columns, offsetPx, remPx },
      );
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    return () => observer.disconnect();
  }, []);
  return { ref, ...place };
}
