/** Rows from the first to the last, both in it. */
export interface Span {
  first: number;
  last: number;
}

/** A place on the page that shows one row after another: to change what it says is quicker than to make it anew. */
export interface Slot {
  id: number;
  row: number;
  /** Identity of the row, wherever it is. */
  key: string;
  /** Number of its pieces that are rendered. */
  pieces: number;
}

/** Geometry of the rows: so many beside each other, each line so far below the one before it. */
interface Rows {
  count: number;
  pitchPx: number;
  columns: number;
}

interface Given {
  /** The rows to be rendered, and the visible ones of them. */
  wanted: Span;
  seen: Span;
  /** Of which a row is made. */
  pieces: number;
  /** Pieces that a row gets at once in a slot that showed another; others wait until no row is missing. All by default. */
  piecesAtOnce?: number;
  keyOf: (row: number) => string;
  /** The row that is being used: it stays as it is, however far away. */
  held: number | null;
}

/** So many slots more than are needed stay when one stands still: a window cuts through one row more than a moment later. */
const spare = 2;

/**
 * The rows between two heights, counted from the first row's top, and so many lines above and below them; the nearest ones
 * where there are none. There is at least one.
 */
export function rowsBetween(topPx: number, bottomPx: number, { count, pitchPx, columns }: Rows, near = 0): Span {
  const lines = Math.ceil(count / columns);
  const lineAt = (px: number) => Math.min(lines - 1, Math.max(0, Math.floor(px / pitchPx)));
  return {
    first: Math.max(0, lineAt(topPx) - near) * columns,
    last: Math.min(count, (lineAt(bottomPx) + near + 1) * columns) - 1,
  };
}

export const isSame = (a: Span, b: Span): boolean => a.first === b.first && a.last === b.last;

const isIn = ({ first, last }: Span, row: number): boolean => row >= first && row <= last;
const away = ({ first, last }: Span, row: number): number => Math.max(first - row, row - last, 0);

const freshId = (slots: readonly Slot[]): number => Math.max(-1, ...slots.map(({ id }) => id)) + 1;

/** These rows, whole. */
export const slotsOf = ({ first, last }: Span, pieces: number, keyOf: Given['keyOf']): readonly Slot[] =>
  Array.from({ length: last - first + 1 }, (_, id) => {
    const row = first + id;
    return { id, row, key: keyOf(row), pieces };
  });

function missingRow(slots: readonly Slot[], { wanted, seen }: Pick<Given, 'wanted' | 'seen'>): number | null {
  const rows = new Set(slots.map(({ row }) => row));
  for (const { first, last } of [seen, wanted]) {
    for (let row = first; row <= last; row += 1) if (!rows.has(row)) return row;
  }
  return null;
}

/**
 * What stands next: one piece more where a slot has begun; else another row that is missing, in the slot that is farthest
 * from what is wanted, or in a new one where none can be spared; else a piece that could wait. What is seen comes before
 * what is only near. The same slots once all stands. Slots stay in their order.
 */
export function nextSlots(slots: readonly Slot[], given: Given): readonly Slot[] {
  const { wanted, seen, pieces, piecesAtOnce = pieces, keyOf, held } = given;
  const withSlot = (at: number, change: Partial<Slot>) =>
    slots.map((slot, index) => (index === at ? { ...slot, ...change } : slot));
  const withPiece = (span: Span, most: number) => {
    const at = slots.findIndex((slot) => slot.pieces < most && isIn(span, slot.row));
    return at < 0 ? null : withSlot(at, { pieces: (slots[at]?.pieces ?? 0) + 1 });
  };
  const begun = withPiece(wanted, piecesAtOnce);
  if (begun) return begun;
  const row = missingRow(slots, given);
  if (row === null) return withPiece(seen, pieces) ?? withPiece(wanted, pieces) ?? slots;
  const key = keyOf(row);
  let [free, farthest] = [-1, 0];
  for (const [index, slot] of slots.entries()) {
    if (slot.row === held || away(wanted, slot.row) <= farthest) continue;
    [free, farthest] = [index, away(wanted, slot.row)];
  }
  if (free < 0) return [...slots, { id: freshId(slots), row, key, pieces: 1 }];
  return withSlot(free, { row, key, pieces: Math.min(slots[free]?.pieces ?? 1, piecesAtOnce) });
}

/**
 * What is next once one stands still: first what nobody wants goes, then the slots come, one after the other, in the order of
 * the rows, which is the one they are read and walked through in. One is moved past those that belong before it, and never
 * the other way: for that React would move all of these. The same slots once they are in order.
 */
export function nextSettled(slots: readonly Slot[], { wanted, held }: Pick<Given, 'wanted' | 'held'>): readonly Slot[] {
  const unwanted = slots
    .filter(({ row }) => !isIn(wanted, row) && row !== held)
    .toSorted((a, b) => away(wanted, a.row) - away(wanted, b.row));
  const gone = new Set(unwanted.slice(spare));
  if (gone.size > 0) return slots.filter((slot) => !gone.has(slot));
  const at = slots.findIndex(({ row }, index) => row > (slots[index + 1]?.row ?? row));
  const early = slots[at];
  if (early === undefined) return slots;
  const others = slots.toSpliced(at, 1);
  const behind = others.findIndex(({ row }, index) => index >= at && row > early.row);
  return others.toSpliced(behind < 0 ? others.length : behind, 0, early);
}

/**
 * The same places of a list that has changed: a row that is still on one of them stays in its slot, what is new there goes
 * into the slots of those that are gone. The same slots where nothing has changed.
 */
export function slotsOfChanged(
  slots: readonly Slot[],
  { count, pieces, keyOf, held }: Pick<Given, 'pieces' | 'keyOf' | 'held'> & { count: number },
): readonly Slot[] {
  if (slots.every(({ row, key }) => row < count && keyOf(row) === key)) return slots;
  const rowOf = new Map(slots.flatMap(({ row }) => (row < count ? [[keyOf(row), row]] : [])));
  const stay: Slot[] = [];
  const free: Slot[] = [];
  for (const slot of slots) {
    const row = rowOf.get(slot.key);
    if (row !== undefined) stay.push({ ...slot, row });
    // What was being used is gone, and must not become something else.
    else if (slot.row !== held) free.push(slot);
    rowOf.delete(slot.key);
  }
  let fresh = freshId(slots);
  for (const [key, row] of rowOf) {
    const slot = free.shift() ?? { id: fresh++, pieces };
    stay.push({ ...slot, key, row });
  }
  return stay.toSorted((a, b) => a.row - b.row);
}
