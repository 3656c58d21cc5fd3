import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface ListPlace {
  /** Distance from the top of the page to the top of the list; null until it's measured. */
  topPx: number | null;
  widthPx: number;
  /** The page's root font size in px, with which rows scale. */
  remPx: number;
}

/** Column width below which a card's text wraps, so that its rows need more height. */
const narrowRem = 16;

/** True if a column of the list is narrow at the current text size. */
export const isNarrow = ({ widthPx, remPx }: ListPlace, columns = 1): boolean => widthPx / columns / remPx < narrowRem;

const remPxNow = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const isSame = (a: ListPlace, b: ListPlace) => a.topPx === b.topPx && a.widthPx === b.widthPx && a.remPx === b.remPx;

/**
 * Position of a list on its page. Measured before the list's first paint, and again whenever the list moves or grows.
 */
export function useListPlace(): { ref: RefObject<HTMLDivElement | null>; place: ListPlace } {
  const ref = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ListPlace>(() => ({ topPx: null, widthPx: 0, remPx: remPxNow() }));
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const measure = () => {
      const { top, width } = list.getBoundingClientRect();
      const next = { topPx: Math.round(top + window.scrollY), widthPx: Math.floor(width), remPx: remPxNow() };
      setPlace((last) => (isSame(last, next) ? last : next));
    };
    measure();
    if (!('ResizeObserver' in window)) return;
    // Content above the list changes its height, which moves the list.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return { ref, place };
}
