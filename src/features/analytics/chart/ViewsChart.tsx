import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DailyGain } from '#contract/brand/analytics.ts';
import { daysPerPoint, firstIncompleteIndex, viewSeries } from '#domain/figures/series.ts';
import { openDay } from '#domain/figures/stored-days.ts';
import { dayOf, type Period } from '#domain/time/period.ts';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { usePrinting } from '#ui/text/use-printing.ts';
import { chartHeightPx, nearestIndex, nextPoint, paperWidthPx } from './chart-shape.ts';
import { incompleteText, pointText, summaryText } from './chart-words.ts';
import { Lines } from './Lines.tsx';
import classes from './ViewsChart.module.css';
import { ViewsTable } from './ViewsTable.tsx';

/** Width of an element, measured before the first paint. */
function useWidth<T extends HTMLElement>(): { ref: RefObject<T | null>; widthPx: number } {
  const ref = useRef<T>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidthPx(Math.round(element.getBoundingClientRect().width));
    measure();
    if (!('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, widthPx };
}

interface Props {
  period: Period;
  before: Period;
  /** Days of both periods, in order. */
  days: readonly DailyGain[];
  /** Time when the days were stored; null if they came from the network. */
  storedAt: Date | null;
}

/**
 * Views over a period as a line, with the previous period faint behind it. Arrow keys and a pointer move between
 * points, whose figures are shown above. A sentence and a table are the text alternatives.
 */
export function ViewsChart({ period, before, days, storedAt }: Props) {
  const { ref, widthPx: shownPx } = useWidth<HTMLDivElement>();
  // Use a fixed width on paper. Stretched to the page, a phone's chart would fill it, and a desktop's would be
  // illegible.
  const widthPx = usePrinting() ? paperWidthPx : shownPx;
  const [now, then] = useMemo(() => [viewSeries(days, period), viewSeries(days, before)], [days, period, before]);
  const today = dayOf(useNow());
  const open = openDay(storedAt, today);
  const openFrom = firstIncompleteIndex(now, open);
  const [at, setAt] = useState<number | null>(null);
  const point = at === null ? undefined : now[at];
  const last = now.length - 1;
  const shown = Math.min(at ?? last, last);
  const unit =
    daysPerPoint(period) === 1 ? 'day' : daysPerPoint(period) === 7 ? 'week' : `${daysPerPoint(period)} days`;
  const textAt = (place: number) => now[place] && pointText(now[place], then[place], place >= openFrom);
  const summary = [summaryText(now, then), incompleteText(now, open, today)].filter(Boolean).join(' ');
  return (
    <div className={classes.chart}>
      <p className={classes.words}>{at === null || point === undefined ? summary : textAt(at)}</p>
      <div
        aria-label={`Views by ${unit}`}
        aria-valuemax={last}
        aria-valuemin={0}
        aria-valuenow={shown}
        aria-valuetext={textAt(shown)}
        className={classes.plot}
        onBlur={() => setAt(null)}
        onFocus={() => setAt((was) => was ?? last)}
        onKeyDown={(event) => {
          const next = nextPoint(event.key, shown, last);
          if (next === undefined) return;
          event.preventDefault();
          setAt(next);
        }}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
        onPointerMove={({ clientX, currentTarget }) =>
          setAt(nearestIndex(clientX - currentTarget.getBoundingClientRect().left, now.length, widthPx))
        }
        ref={ref}
        role="slider"
        style={{ minHeight: chartHeightPx }}
        tabIndex={0}
      >
        {widthPx > 0 && <Lines at={at} before={then} now={now} openFrom={openFrom} widthPx={widthPx} />}
      </div>
      <ViewsTable before={then} now={now} openFrom={openFrom} />
    </div>
  );
}
