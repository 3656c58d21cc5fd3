const narrowPx = 480;
/** Room around the lines, in px: above for the highest point's figure, below for the days. */
export const room = { top: 28, bottom: 28, left: 8 };
/** Names at the ends of the lines, and the room that they take. */
export const namesFor = (widthPx: number) =>
  widthPx < narrowPx
    ? { now: 'Now', before: 'Before', roomPx: 56 }
    : { now: 'This period', before: 'Before', roomPx: 84 };
/** Right end of the lines, px. */
export const plotRight = (widthPx: number) => widthPx - namesFor(widthPx).roomPx;
export const chartHeightPx = 240;
/** A sheet of A4 or letter has as much between its margins, a little scaled. */
export const paperWidthPx = 640;
/** Two lines of small text keep so far from each other. */
const namesApartPx = 18;

export interface Point {
  x: number;
  y: number;
}

export interface Shape {
  now: Point[];
  before: Point[];
  zeroY: number;
}

/**
 * Places the points of two rows of figures on one scale that has 0 on it.
 * @param widthPx of the whole chart
 */
export function shapeOf(now: readonly number[], before: readonly number[], widthPx: number): Shape {
  const highest = Math.max(1, ...now, ...before);
  const lowest = Math.min(0, ...now, ...before);
  const count = Math.max(now.length, before.length);
  const plotWidth = Math.max(1, plotRight(widthPx) - room.left);
  const plotHeight = chartHeightPx - room.top - room.bottom;
  const xOf = (index: number) => room.left + (count > 1 ? (index * plotWidth) / (count - 1) : plotWidth);
  const yOf = (value: number) => room.top + ((highest - value) * plotHeight) / (highest - lowest);
  const points = (values: readonly number[]) => values.map((value, index) => ({ x: xOf(index), y: yOf(value) }));
  return { now: points(now), before: points(before), zeroY: yOf(0) };
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** A line through points, as an SVG path. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('');

/** Heights of the two lines' names: beside their ends, but never over each other, nor out of the picture. */
export function nameHeights(now: number, before: number): { now: number; before: number } {
  const apart = Math.abs(now - before);
  if (apart >= namesApartPx) return { now, before };
  const push = (namesApartPx - apart) / 2;
  const isAbove = now <= before;
  const [top, bottom] = isAbove ? [now - push, before + push] : [before - push, now + push];
  const lowest = chartHeightPx - room.bottom;
  const lift = Math.max(0, bottom - lowest);
  const heights = [top - lift, bottom - lift] as const;
  return isAbove ? { now: heights[0], before: heights[1] } : { now: heights[1], before: heights[0] };
}

/** The place in a row of so many points that is nearest to a px from the chart's left. */
export function nearestIndex(x: number, count: number, widthPx: number): number {
  const plotWidth = Math.max(1, plotRight(widthPx) - room.left);
  const index = Math.round(((x - room.left) * (count - 1)) / plotWidth);
  return Math.max(0, Math.min(count - 1, index));
}

/** Points that PageUp and PageDown go past. */
const pageOfPoints = 7;

/**
 * The point that a key leads to in a row of points.
 * @returns null to leave the row, undefined for keys that mean nothing here
 */
export function nextPoint(key: string, at: number, last: number): number | null | undefined {
  const within = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(at - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return within(at + 1);
    case 'PageDown':
      return within(at - pageOfPoints);
    case 'PageUp':
      return within(at + pageOfPoints);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}
