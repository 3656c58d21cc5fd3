import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListPlace } from './list-place.ts';
import {
  isSame,
  nextSettled,
  nextSlots,
  rowsBetween,
  type Slot,
  type Span,
  slotsOf,
  slotsOfChanged,
} from './row-slots.ts';

/** Time for rows in a frame: a fast phone makes a screen in a few frames, a slow one a row in each. */
const makingMs = 3;
/** A frame that begins so late has had enough to do: its rows wait for the next one. */
const lateMs = 20;
/** After so long without scrolling one stands still. */
const restMs = 150;

interface Given {
  place: ListPlace;
  /** The element that the rows are in; each of them says its place there as `data-row`. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Identity of a row, wherever it is. */
  keyOf: (row: number) => string;
  /** Height of each row, and the gap between two. All are alike: so the page's height is known, and Back finds its place. */
  rowRem: number;
  gapRem?: number;
  /** Number of rows beside each other. */
  columns?: number;
  /** In how many a row can be made. */
  pieces?: number;
  /** Pieces that a row gets at once while one scrolls; others come when nothing else is left to do. All by default. */
  piecesAtOnce?: number;
  /** Number of lines of rows outside the window that are made ahead, on either side. */
  near: number;
  /** Scroll offset when the list first comes, px. */
  startsAt: () => number;
  /** The first and the last row that are near the window. */
  onShown: (first: number, last: number) => void;
}

/** Props of a rendered row. */
export interface PlacedRow {
  index: number;
  /** From the first row's top. */
  topPx: number;
  heightPx: number;
  /** Number of its pieces that are rendered. */
  pieces: number;
}

interface WindowRow extends PlacedRow {
  /** The key of its element, which shows one row after another. */
  slot: number;
}

interface WindowRows {
  /** Their order is that of the list only while one stands still. */
  rows: WindowRow[];
  /** Of all rows. */
  heightPx: number;
}

interface Standing {
  slots: readonly Slot[];
  wanted: Span;
}

/** The row that has the focus: it must not become another under the user's finger. */
function rowInUse(list: HTMLElement | null): number | null {
  const row = list?.contains(document.activeElement) && document.activeElement?.closest('[data-row]');
  return row instanceof HTMLElement ? Number(row.dataset.row) : null;
}

/**
 * Of a long list that scrolls with the page only the rows near the window are on it: all of them at first, and from then on
 * one by one in the places of those that have left it, so that no frame has to make a whole screen of them, however fast one
 * scrolls.
 */
export function useWindowRows(given: Given): WindowRows {
  const { place, list, count, keyOf, rowRem, gapRem = 0, columns = 1, near, startsAt, onShown } = given;
  const { pieces = 1, piecesAtOnce = pieces } = given;
  const { remPx } = place;
  const pitchPx = (rowRem + gapRem) * remPx;
  const [grown, setGrown] = useState<Standing | null>(null);
  const stood = useRef<(Standing & { of: Standing | null }) | null>(null);
  const frame = useRef<number>(undefined);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** True once scrolling has rested: slots are put in order, one in each frame, until one scrolls on. */
  const isSettling = useRef(false);
  const wasLate = useRef(false);
  const countThen = useRef(count);
  const isEmpty = place.topPx === null || count === 0;

  const rowsFrom = (topPx: number, near: number): Span => {
    const fromPx = topPx - (place.topPx ?? 0);
    return rowsBetween(fromPx, fromPx + window.innerHeight, { count, pitchPx, columns }, near);
  };
  const stands = isEmpty ? null : standing();

  function standing(): Standing {
    // The list may have changed since they were last made.
    const last = stood.current?.of === grown ? stood.current : grown;
    const slots = last && slotsOfChanged(last.slots, { count, pieces, keyOf, held: rowInUse(list.current) });
    if (last && slots?.length) return slots === last.slots ? last : { ...last, slots };
    const wanted = rowsFrom(startsAt(), near);
    return { slots: slotsOf(wanted, pieces, keyOf), wanted };
  }

  const grow = (beganAt: number) => {
    frame.current = undefined;
    if (isEmpty) return;
    // A page of rows has come, which was this frame's work.
    const hasCome = countThen.current !== count;
    countThen.current = count;
    wasLate.current = hasCome || (performance.now() - beganAt > lateMs && !wasLate.current);
    if (wasLate.current) {
      look();
      return;
    }
    const until = performance.now() + makingMs;
    // Asked before anything is made: afterwards the browser would have to lay it out to answer.
    const [seen, wanted] = [rowsFrom(window.scrollY, 0), rowsFrom(window.scrollY, near)];
    const held = rowInUse(list.current);
    while (stood.current !== null) {
      const slots = nextSlots(stood.current.slots, { wanted, seen, pieces, piecesAtOnce, keyOf, held });
      if (slots === stood.current.slots) {
        rest.current = setTimeout(() => settle(wanted), isSettling.current ? 0 : restMs);
        return;
      }
      // In this very frame: later it would be a task of its own, and one frame late.
      flushSync(() => setGrown({ slots, wanted }));
      if (performance.now() >= until) return;
    }
  };
  const settle = (wanted: Span) => {
    if (stood.current === null) return;
    const slots = nextSettled(stood.current.slots, { wanted, held: rowInUse(list.current) });
    isSettling.current = slots !== stood.current.slots;
    if (slots !== stood.current.slots || !isSame(wanted, stood.current.wanted)) setGrown({ slots, wanted });
  };
  const latest = useRef(grow);
  const look = () => {
    clearTimeout(rest.current);
    frame.current ??= requestAnimationFrame((at) => latest.current(at));
  };
  useLayoutEffect(() => {
    stood.current = stands && { ...stands, of: grown };
    latest.current = grow;
    // More rows may be missing.
    look();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it only asks for a frame, and that asks for the latest
  useEffect(() => {
    const scrolled = () => {
      isSettling.current = false;
      look();
    };
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', scrolled);
      window.removeEventListener('resize', look);
      clearTimeout(rest.current);
      if (frame.current !== undefined) cancelAnimationFrame(frame.current);
      frame.current = undefined;
    };
  }, []);
  const { first, last } = stands?.wanted ?? {};
  useEffect(() => {
    if (first !== undefined && last !== undefined) onShown(first, last);
  }, [onShown, first, last]);

  const rows = (stands?.slots ?? []).map(({ id, row, pieces }) => ({
    slot: id,
    index: row,
    topPx: Math.floor(row / columns) * pitchPx,
    heightPx: rowRem * remPx,
    pieces,
  }));
  return { rows, heightPx: Math.max(0, Math.ceil(count / columns) * pitchPx - gapRem * remPx) };
}
