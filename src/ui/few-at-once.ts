import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';

/** Rows from the first to the last, both in it. */
export interface Span {
  first: number;
  last: number;
}

/** What of a span is in another one, too. */
function common(a: Span | null, b: Span): Span | null {
  if (a === null) return null;
  const [first, last] = [Math.max(a.first, b.first), Math.min(a.last, b.last)];
  return first <= last ? { first, last } : null;
}

/**
 * Which rows stand on the page next: those that stand and are still wanted, and a few more beside them, what is seen
 * before what is only near. They always follow each other.
 */
export function nextSpan(stands: Span | null, wanted: Span, seen: Span, few: number): Span {
  const stays = common(stands, wanted);
  // One has come from far away.
  if (stays === null) return { first: seen.first, last: Math.min(seen.last, seen.first + few - 1) };
  const { first, last } = stays;
  if (last < seen.last) return { first, last: Math.min(seen.last, last + few) };
  if (first > seen.first) return { first: Math.max(seen.first, first - few), last };
  if (last < wanted.last) return { first, last: Math.min(wanted.last, last + few) };
  return { first: Math.max(wanted.first, first - few), last };
}

interface VirtualRows<T> {
  getVirtualItems: () => T[];
  range: { startIndex: number; endIndex: number } | null;
}

/**
 * Rows of a virtual list that stand on the page: all that are near the window at first, and from then on a few new ones a
 * frame, so that no frame has to make a whole screen of them, however fast one scrolls.
 */
export function useFewAtOnce<T extends { index: number }>(list: VirtualRows<T>, few: number): T[] {
  const [, draw] = useReducer((frame: number) => frame + 1, 0);
  /** Undefined before there were any. */
  const stood = useRef<Span | null>(undefined);
  const mayGrow = useRef(false);
  const near = list.getVirtualItems();
  const [first, last] = [near[0]?.index, near.at(-1)?.index];
  const wanted = first === undefined || last === undefined ? null : { first, last };
  const stands = standing();
  const isWhole = stands?.first === first && stands?.last === last;
  useLayoutEffect(() => {
    if (wanted !== null) stood.current = stands;
    mayGrow.current = false;
  });
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() => {
      mayGrow.current = true;
      draw();
    });
    return () => cancelAnimationFrame(frame);
  });
  return stands === null ? [] : near.filter(({ index }) => index >= stands.first && index <= stands.last);

  function standing(): Span | null {
    if (wanted === null || stood.current === undefined) return wanted;
    if (!mayGrow.current) return common(stood.current, wanted);
    const seen = list.range && { first: list.range.startIndex, last: list.range.endIndex };
    return nextSpan(stood.current, wanted, seen ?? wanted, few);
  }
}
