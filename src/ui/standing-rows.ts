/** Rows from the first to the last, both in it. */
export interface Span {
  first: number;
  last: number;
}

/** The rows that stand on a page; all of them are whole but, perhaps, the one that came last. */
export interface Standing extends Span {
  begun: { row: number; pieces: number } | null;
}

/** Where rows are: each begins so far below the one before it. */
interface Rows {
  count: number;
  pitchPx: number;
}

/** The rows between two heights, counted from the first row's top; the nearest one where there is none. There is at least one. */
export function rowsBetween(topPx: number, bottomPx: number, { count, pitchPx }: Rows): Span {
  const rowAt = (px: number) => Math.min(count - 1, Math.max(0, Math.floor(px / pitchPx)));
  return { first: rowAt(topPx), last: rowAt(bottomPx) };
}

/** With so many more above and below, as far as there are any. */
export const withNear = ({ first, last }: Span, near: number, count: number): Span => ({
  first: Math.max(0, first - near),
  last: Math.min(count - 1, last + near),
});

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

/** So many rows stay on each side that are no longer wanted, while others are being made. */
const late = 4;

/**
 * What stands on the page next: one piece more of the row that has begun, else the first piece of another row beside those
 * that stand, what is seen before what is only near; once all that is wanted stands, the rest goes. Rows always follow each
 * other.
 * @param pieces of which a row is made
 */
export function nextStanding(stands: Standing, wanted: Span, seen: Span, pieces: number): Standing {
  const stays = stillWanted(stands, { first: wanted.first - late, last: wanted.last + late });
  // One has come from far away.
  if (stays === null || stillWanted(stays, wanted) === null) {
    return { first: seen.first, last: seen.first, begun: begunOf(seen.first, 1, pieces) };
  }
  const { first, last, begun } = stays;
  if (begun !== null) return { first, last, begun: begunOf(begun.row, begun.pieces + 1, pieces) };
  const isBelow = last < seen.last || (first <= seen.first && last < wanted.last);
  const row = isBelow ? last + 1 : first - 1;
  if (row < wanted.first) return { ...wanted, begun: null };
  return { first: Math.min(first, row), last: Math.max(last, row), begun: begunOf(row, 1, pieces) };
}

export const isSame = (a: Standing, b: Standing): boolean =>
  a.first === b.first && a.last === b.last && a.begun?.row === b.begun?.row && a.begun?.pieces === b.begun?.pieces;
