import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import dayjs from 'dayjs';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dayText, longDayText, periodText } from '#domain/time/day-text.ts';
import type { Day, Period } from '#domain/time/period.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './RangeCalendar.module.css';

/** No platform existed before this month. */
const firstMonth = '2005-01-01';
const monthsShown = 2;

interface Props {
  chosen: Period;
  today: Day;
  /** Last selectable day. */
  lastDay: Day;
  onChoose: (range: Period) => void;
}

const labels = {
  previousMonth: 'Previous months',
  nextMonth: 'Next months',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** The day to which each key moves the focus. */
const keyMoves: Partial<Record<string, (from: dayjs.Dayjs) => dayjs.Dayjs>> = {
  ArrowLeft: (from) => from.subtract(1, 'day'),
  ArrowRight: (from) => from.add(1, 'day'),
  ArrowUp: (from) => from.subtract(1, 'week'),
  ArrowDown: (from) => from.add(1, 'week'),
  PageUp: (from) => from.subtract(1, 'month'),
  PageDown: (from) => from.add(1, 'month'),
  Home: (from) => from.startOf('week'),
  End: (from) => from.endOf('week'),
};

const written = (at: dayjs.Dayjs): Day => at.format('YYYY-MM-DD');
const within = (day: Day, lastDay: Day) => (day > lastDay ? lastDay : day < firstMonth ? firstMonth : day);
/** First visible month if the given day's month is the last visible one. */
const monthsUpTo = (day: Day): Day =>
  written(
    dayjs(day)
      .startOf('month')
      .subtract(monthsShown - 1, 'month'),
  );

/** A calendar of two months. The user clicks the two ends of a range, in either order. */
export function RangeCalendar({ chosen, today, lastDay, onChoose }: Props) {
  const calendar = useRef<HTMLDivElement>(null);
  const [[since, until], setEnds] = useState<[Day | null, Day | null]>([chosen.since, chosen.until]);
  const [month, setMonth] = useState(() => monthsUpTo(within(chosen.until, lastDay)));
  const walk = (event: KeyboardEvent) => {
    const { day } = event.target instanceof HTMLElement ? event.target.dataset : {};
    const move = keyMoves[event.key];
    if (day === undefined || move === undefined || event.ctrlKey || event.metaKey) return;
    // The library's key handling stops at the visible months.
    event.stopPropagation();
    event.preventDefault();
    const next = within(written(move(dayjs(day))), lastDay);
    const isShown = next >= month && next < written(dayjs(month).add(monthsShown, 'month'));
    if (!isShown) flushSync(() => setMonth(next < month ? written(dayjs(next).startOf('month')) : monthsUpTo(next)));
    calendar.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  const inRange = (day: Day) => day === since || (since !== null && until !== null && since <= day && day <= until);
  return (
    <div className={classes.calendar} onKeyDownCapture={walk} ref={calendar}>
      <p aria-live="polite" className={classes.said}>
        {since !== null && until === null ? `From ${dayText(since)} to…` : periodText(chosen)}
      </p>
      <DatePicker
        allowSingleDateInRange
        ariaLabels={labels}
        classNames={{
          day: classes.day ?? '',
          weekday: classes.weekday ?? '',
          calendarHeaderLevel: classes.level ?? '',
          levelsGroup: classes.months ?? '',
        }}
        columnsToScroll={1}
        date={month}
        firstDayOfWeek={0}
        fullWidth
        getDayAriaLabel={longDayText}
        getDayProps={(day) => ({
          'aria-current': day === today ? 'date' : undefined,
          'aria-pressed': inRange(day),
          'data-day': day,
        })}
        maxDate={lastDay}
        minDate={firstMonth}
        nextIcon={<Icon name="next" />}
        numberOfColumns={monthsShown}
        onChange={(ends) => {
          setEnds(ends);
          const [first, last] = ends;
          if (first !== null && last !== null) onChoose({ since: first, until: last });
        }}
        onDateChange={setMonth}
        previousIcon={<Icon name="back" />}
        size="sm"
        type="range"
        value={[since, until]}
        weekendDays={[]}
      />
      <p className={classes.utc}>Days begin and end at midnight UTC.</p>
    </div>
  );
}
