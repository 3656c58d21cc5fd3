const narrowPx = 480;
/** Margins around the lines, in px: above for the highest point's figure, below for the days. */
export const plotMargins = { top: 28, bottom: 28, left: 8 };
/** Labels at the ends of the lines, and the space they take up. */
export const lineLabelsFor = (widthPx: number) =>
  widthPx < narrowPx
    ? { now: 'Now', before: 'Before', roomPx: 56 }
    : { now: 'This period', before: 'Before', roomPx: 84 };
/** Right edge of the lines, px. */
export const plotRight = (widthPx: number) => widthPx - lineLabelsFor(widthPx).roomPx;
export const chartHeightPx = 240;
/** Width between the margins of A4 or letter paper, slightly scaled. */
export const paperWidthPx = 640;
/** Minimum distance between two lines of small text. */
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
 * Positions the points of two series on one scale that includes 0.
 * @param widthPx of the whole chart
 */
export function shapeOf(now: readonly number[], before: readonly number[], widthPx: number): Shape {
  const highest = Math.max(1, ...now, ...before);
  const lowest = Math.min(0, ...now, ...before);
  const count = Math.max(now.length, before.length);
  const plotWidth = Math.max(1, plotRight(widthPx) - plotMargins.left);
  const plotHeight = chartHeightPx - plotMargins.top - plotMargins.bottom;
  const xOf = (index: number) => plotMargins.left + (count > 1 ? (index * plotWidth) / (count - 1) : plotWidth);
  const yOf = (value: number) => plotMargins.top + ((highest - value) * plotHeight) / (highest - lowest);
  const points = (values: readonly number[]) => values.map((value, index) => ({ x: xOf(index), y: yOf(value) }));
  return { now: points(now), before: points(before), zeroY: yOf(0) };
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** A polyline as an SVG path. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('');

/** Vertical positions of the two lines' labels: beside their ends, without overlapping or leaving the chart. */
export function nameHeights(now: number, before: number): { now: number; before: number } {
  const apart = Math.abs(now - before);
  if (apart >= namesApartPx) return { now, before };
  const push = (namesApartPx - apart) / 2;
  const isAbove = now <= before;
  const [top, bottom] = isAbove ? [now - push, before + push] : [before - push, now + push];
  const lowest = chartHeightPx - plotMargins.bottom;
  const lift = Math.max(0, bottom - lowest);
  const heights = [top - lift, bottom - lift] as const;
  return isAbove ? { now: heights[0], before: heights[1] } : { now: heights[1], before: heights[0] };
}

/** Index of the point nearest to a distance in px from the chart's left edge. */
export function nearestIndex(x: number, count: number, widthPx: number): number {
  const plotWidth = Math.max(1, plotRight(widthPx) - plotMargins.left);
  const index = Math.round(((x - plotMargins.left) * (count - 1)) / plotWidth);
  return Math.max(0, Math.min(count - 1, index));
}

/** Number of points that PageUp and PageDown skip. */
const pageOfPoints = 7;

/**
 * Index of the point that a key moves to.
 * @returns null to leave the chart, undefined for unrelated keys
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
