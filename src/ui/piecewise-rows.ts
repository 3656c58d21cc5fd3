import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';

/** Rows from the first to the last, both in it. */
export interface Span {
  first: number;
  last: number;
}

/** The rows that stand on a page; all of them are whole but, perhaps, the one that came last. */
export interface Standing extends Span {
  begun: { row: number; pieces: number } | null;
}

/** What of the rows that stand is still wanted. */
export function stillWanted(stands: Standing, wanted: Span): Standing | null {
  const [first, last] = [Math.max(stands.first, wanted.first), Math.min(stands.last, wanted.last)];
  if (first > last) return null;
  const { begun } = stands;
  return { first, last, begun: begun !== null && begun.row >= first && begun.row <= last ? begun : null };
}

/** A row of which so many pieces stand; null where that is all of it. */
const begunOf = (row: number, stand: number, pieces: number): Standing['begun'] =>
  stand < pieces ? { row, pieces: stand } : null;

/**
 * What stands on the page next: one piece more of the row that has begun, else the first piece of another row beside those
 * that stand, what is seen before what is only near. Rows always follow each other.
 * @param pieces of which a row is made
 */
export function nextStanding(stands: Standing | null, wanted: Span, seen: Span, pieces: number): Standing {
  const stays = stands && stillWanted(stands, wanted);
  // One has come from far away.
  if (stays === null) return { first: seen.first, last: seen.first, begun: begunOf(seen.first, 1, pieces) };
  const { first, last, begun } = stays;
  if (begun !== null) return { first, last, begun: begunOf(begun.row, begun.pieces + 1, pieces) };
  const isBelow = last < seen.last || (first <= seen.first && last < wanted.last);
  const row = isBelow ? last + 1 : first - 1;
  if (row < wanted.first) return stays;
  return { first: Math.min(first, row), last: Math.max(last, row), begun: begunOf(row, 1, pieces) };
}

interface VirtualRows<T> {
  getVirtualItems: () => T[];
  range: { startIndex: number; endIndex: number } | null;
}

/** A row, and how many of its pieces stand. */
type Piecewise<T> = T & { pieces: number };

/**
 * Rows of a virtual list that stand on the page: all that are near the window at first, and from then on a new piece of one
 * in each frame, so that no frame has to make a whole screen of them, however fast one scrolls.
 */
export function usePiecewiseRows<T extends { index: number }>(list: VirtualRows<T>, pieces: number): Piecewise<T>[] {
  const [, draw] = useReducer((frame: number) => frame + 1, 0);
  /** Undefined before there were any. */
  const stood = useRef<Standing | null>(undefined);
  const mayGrow = useRef(false);
  const near = list.getVirtualItems();
  const [first, last] = [near[0]?.index, near.at(-1)?.index];
  const wanted = first === undefined || last === undefined ? null : { first, last };
  const stands = standing();
  const isWhole = stands?.first === first && stands?.last === last && !stands?.begun;
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
  if (stands === null) return [];
  return near
    .filter(({ index }) => index >= stands.first && index <= stands.last)
    .map((row) => ({ ...row, pieces: stands.begun?.row === row.index ? stands.begun.pieces : pieces }));

  function standing(): Standing | null {
    if (wanted === null) return null;
    if (stood.current === undefined) return { ...wanted, begun: null };
    if (!mayGrow.current) return stood.current && stillWanted(stood.current, wanted);
    const seen = list.range && { first: list.range.startIndex, last: list.range.endIndex };
    return nextStanding(stood.current, wanted, seen ?? wanted, pieces);
  }
}
