import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListPlace } from './list-place.ts';
import { isSame, nextStanding, rowsBetween, type Span, type Standing, stillWanted, withNear } from './standing-rows.ts';

/** How long a frame may go on with making pieces: a fast phone makes a screen in a few frames, a slow one a piece in each. */
const makingMs = 3;

interface Given {
  place: ListPlace;
  count: number;
  /** How high each row is, and the room between two: all are alike, so that the page's height is known, and Back finds its place. */
  rowRem: number;
  gapRem?: number;
  /** In how many a row can be made. */
  pieces?: number;
  /** How many rows outside the window are made ahead, on either side. */
  near: number;
  /** How far down the page one is when the list first comes, px. */
  startsAt: () => number;
}

export interface WindowRow {
  index: number;
  /** From the first row's top. */
  topPx: number;
  heightPx: number;
  /** How many of its pieces stand. */
  pieces: number;
}

interface WindowRows {
  rows: WindowRow[];
  /** Of all rows. */
  heightPx: number;
}

/**
 * Of a long list that scrolls with the page only the rows near the window are on it: all of them at first, and from then on
 * piece by piece, so that no frame has to make a whole screen of them, however fast one scrolls.
 */
export function useWindowRows(given: Given): WindowRows {
  const { place, count, rowRem, gapRem = 0, pieces = 1, near, startsAt } = given;
  const { remPx } = place;
  const pitchPx = (rowRem + gapRem) * remPx;
  const [grown, setGrown] = useState<Standing | null>(null);
  const stood = useRef<Standing | null>(null);
  const frame = useRef<number>(undefined);
  const countThen = useRef(count);
  const isEmpty = place.topPx === null || count === 0;

  const seenFrom = (topPx: number): Span => {
    const fromPx = topPx - (place.topPx ?? 0);
    return rowsBetween(fromPx, fromPx + window.innerHeight, { count, pitchPx });
  };
  const stands = isEmpty ? null : standing();

  function standing(): Standing {
    const last = grown ?? stood.current;
    // Fewer rows may be left.
    const left = last && stillWanted(last, { first: 0, last: count - 1 });
    return left ?? { ...withNear(seenFrom(startsAt()), near, count), begun: null };
  }

  const grow = () => {
    frame.current = undefined;
    if (isEmpty) return;
    // A page of rows has come, which was this frame's work.
    if (countThen.current !== count) {
      countThen.current = count;
      look();
      return;
    }
    const until = performance.now() + makingMs;
    // Asked before anything is made: afterwards the browser would have to lay it out to answer.
    const seen = seenFrom(window.scrollY);
    while (stood.current !== null) {
      const next = nextStanding(stood.current, withNear(seen, near, count), seen, pieces);
      if (isSame(next, stood.current)) return;
      // In this very frame: later it would be a task of its own, and one frame late.
      flushSync(() => setGrown(next));
      if (performance.now() >= until) return;
    }
  };
  const latest = useRef(grow);
  const look = () => {
    frame.current ??= requestAnimationFrame(() => latest.current());
  };
  useLayoutEffect(() => {
    stood.current = stands;
    latest.current = grow;
    // What was made is perhaps not yet all.
    look();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only asks for a frame, and that asks for the latest
  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      if (frame.current !== undefined) cancelAnimationFrame(frame.current);
      frame.current = undefined;
    };
  }, []);

  const rows: WindowRow[] = [];
  for (let index = stands?.first ?? 0; index <= (stands?.last ?? -1); index += 1) {
    const isBegun = stands?.begun?.row === index;
    rows.push({
      index,
      topPx: index * pitchPx,
      heightPx: rowRem * remPx,
      pieces: isBegun ? (stands?.begun?.pieces ?? 0) : pieces,
    });
  }
  return { rows, heightPx: Math.max(0, count * pitchPx - gapRem * remPx) };
}
