import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dayText, periodText } from '#domain/day-text.ts';
import { addDays, type Day, type Period } from '#domain/period.ts';
import { Icon } from '#ui/icons.tsx';
import { Month } from './Month.tsx';
import { firstOfMonth, sameDateIn } from './month.ts';
import classes from './RangeCalendar.module.css';

/** Nothing was posted before there was anywhere to post. */
const firstMonth = '2005-01-01';

interface Props {
  chosen: Period;
  today: Day;
  /** Days after this one can't be chosen. */
  lastDay: Day;
  onChoose: (range: Period) => void;
}

const inOrder = (a: Day, b: Day): Period => (a <= b ? { since: a, until: b } : { since: b, until: a });
const within = (day: Day, lastDay: Day) => (day > lastDay ? lastDay : day < firstMonth ? firstMonth : day);

/** The day that a key leads to; null for other keys. */
function dayAfterKey(key: string, day: Day): Day | null {
  const weekday = new Date(day).getUTCDay();
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, 6 - weekday);
    case 'PageUp':
      return sameDateIn(day, -1);
    case 'PageDown':
      return sameDateIn(day, 1);
    default:
      return null;
  }
}

/** Two months of days, of which the first and the last of a range are pressed, in any order. */
export function RangeCalendar({ chosen, today, lastDay, onChoose }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const [begun, setBegun] = useState<Day | null>(null);
  const [pointed, setPointed] = useState<Day | null>(null);
  const [focused, setFocused] = useState(() => within(chosen.until, lastDay));
  const [month, setMonth] = useState(() => firstOfMonth(focused, -1));
  const walked = useRef(false);
  // The day that a key led to takes the focus as soon as its month stands.
  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  const shown = begun === null ? chosen : inOrder(begun, pointed ?? begun);
  const press = (day: Day) => {
    setFocused(day);
    if (begun === null) {
      setBegun(day);
      setPointed(day);
    } else onChoose(inOrder(begun, day));
  };
  const walk = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, focused);
    if (next === null) return;
    event.preventDefault();
    const day = within(next, lastDay);
    walked.current = true;
    setFocused(day);
    setPointed(day);
    if (day < month) setMonth(firstOfMonth(day));
    else if (day >= firstOfMonth(month, 2)) setMonth(firstOfMonth(day, -1));
  };
  const turn = (months: number) => {
    const next = firstOfMonth(month, months);
    setMonth(next);
    // One day is always in the way of Tab.
    if (focused < next || focused >= firstOfMonth(next, 2)) setFocused(within(next, lastDay));
  };
  const isLast = firstOfMonth(month, 1) >= firstOfMonth(lastDay);
  const isFirst = month <= firstMonth;
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <button
          aria-label="Earlier months"
          className={classes.turn}
          disabled={isFirst}
          onClick={() => turn(-1)}
          type="button"
        >
          <Icon name="back" />
        </button>
        <p aria-live="polite" className={classes.said}>
          {begun === null ? periodText(chosen) : `From ${dayText(begun)} to…`}
        </p>
        <button
          aria-label="Later months"
          className={classes.turn}
          disabled={isLast}
          onClick={() => turn(1)}
          type="button"
        >
          <Icon name="next" />
        </button>
      </div>
      <div className={classes.months} ref={grid}>
        {[month, firstOfMonth(month, 1)].map((each) => (
          <Month
            focused={focused}
            key={each}
            lastDay={lastDay}
            month={each}
            onKeyDown={walk}
            onPoint={(day) => begun !== null && setPointed(day)}
            onPress={press}
            range={shown}
            today={today}
          />
        ))}
      </div>
      <p className={classes.utc}>Days begin and end at midnight UTC.</p>
    </div>
  );
}
