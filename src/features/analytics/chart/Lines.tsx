import type { Bucket } from '#domain/figures/series.ts';
import { formatCompact } from '#domain/money/money.ts';
import { dayText, shortDayText } from '#domain/time/day-text.ts';
import { clsx } from '#ui/styles/clsx.ts';
import {
  chartHeightPx,
  lineLabelsFor,
  nameHeights,
  type Point,
  pathOf,
  plotMargins,
  plotRight,
  shapeOf,
} from './chart-shape.ts';
import classes from './ViewsChart.module.css';

interface Props {
  now: readonly Bucket[];
  before: readonly Bucket[];
  widthPx: number;
  /** First point whose days aren't complete: the line is dashed from the point before it. */
  openFrom: number;
  /** The selected point, or null. */
  at: number | null;
}

const viewsOf = (series: readonly Bucket[]) => series.map(({ views }) => views);
const baseline = 4;

function Highest({ point, views, widthPx }: { point: Point; views: number; widthPx: number }) {
  const isLeft = point.x < plotMargins.left + 24;
  const isRight = point.x > plotRight(widthPx) - 24;
  return (
    <>
      <circle className={classes.dot} cx={point.x} cy={point.y} r={3} />
      <text
        className={classes.highest}
        textAnchor={isLeft ? 'start' : isRight ? 'end' : 'middle'}
        x={point.x}
        y={point.y - 10}
      >
        {formatCompact(views)}
      </text>
    </>
  );
}

/**
 * Draws both lines with labels at their ends, the highest figure, and a zero line instead of a grid. Incomplete periods
 * are dashed.
 */
export function Lines({ now, before, widthPx, openFrom, at }: Props) {
  const shape = shapeOf(viewsOf(now), viewsOf(before), widthPx);
  const [first, last] = [now[0], now.at(-1)];
  const [end, endBefore] = [shape.now.at(-1), shape.before.at(-1)];
  if (!first || !last || !end || !endBefore) return null;
  const textOf = first.since.slice(0, 4) === last.until.slice(0, 4) ? shortDayText : dayText;
  const heights = nameHeights(end.y, endBefore.y);
  const names = lineLabelsFor(widthPx);
  const right = plotRight(widthPx);
  const nameX = right + 8;
  const place = now.reduce((max, { views }, index) => (views > (now[max]?.views ?? 0) ? index : max), 0);
  const highest = shape.now[place];
  const maxViews = now[place]?.views ?? 0;
  const [marked, markedBefore] = at === null ? [] : [shape.now[at], shape.before[at]];
  return (
    <svg
      aria-hidden="true"
      className={classes.svg}
      height={chartHeightPx}
      viewBox={`0 0 ${widthPx} ${chartHeightPx}`}
      width={widthPx}
    >
      <line className={classes.zero} x1={plotMargins.left} x2={right} y1={shape.zeroY} y2={shape.zeroY} />
      <path className={classes.before} d={pathOf(shape.before)} />
      <path className={classes.now} d={pathOf(shape.now.slice(0, openFrom))} />
      <path className={clsx(classes.now, classes.open)} d={pathOf(shape.now.slice(Math.max(0, openFrom - 1)))} />
      {now.length === 1 && <circle className={classes.beforeDot} cx={endBefore.x} cy={endBefore.y} r={3} />}
      {highest && maxViews > 0 && <Highest point={highest} views={maxViews} widthPx={widthPx} />}
      {marked && (
        <>
          <line className={classes.cursor} x1={marked.x} x2={marked.x} y1={plotMargins.top} y2={shape.zeroY} />
          {markedBefore && <circle className={classes.beforeDot} cx={markedBefore.x} cy={markedBefore.y} r={4} />}
          <circle className={classes.dot} cx={marked.x} cy={marked.y} r={5} />
        </>
      )}
      <text className={classes.nowName} x={nameX} y={heights.now + baseline}>
        {names.now}
      </text>
      <text className={classes.beforeName} x={nameX} y={heights.before + baseline}>
        {names.before}
      </text>
      <text className={classes.day} x={plotMargins.left} y={chartHeightPx - 6}>
        {textOf(first.since)}
      </text>
      {now.length > 1 && (
        <text className={classes.day} textAnchor="end" x={right} y={chartHeightPx - 6}>
          {textOf(last.until)}
        </text>
      )}
    </svg>
  );
}
