import type { KeyboardEvent } from 'react';
import { longDayText, monthText } from '#domain/day-text.ts';
import type { Day, Period } from '#domain/period.ts';
import { weeksOf } from './month.ts';
import classes from './RangeCalendar.module.css';

const weekdays = [
  ['Su', 'Sunday'],
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
] as const;

interface Props {
  month: Day;
  range: Period;
  today: Day;
  lastDay: Day;
  /** The one day that Tab comes to; arrows go on from there. */
  focused: Day;
  onPress: (day: Day) => void;
  onPoint: (day: Day) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A month's days; those of the range are marked. */
export function Month({ month, range, today, lastDay, focused, onPress, onPoint, onKeyDown }: Props) {
  const name = monthText(month);
  const dayOf = (day: Day) => {
    const inside = range.since <= day && day <= range.until;
    const isEnd = day === range.since || day === range.until;
    return (
      <td
        data-inside={inside || undefined}
        data-since={day === range.since || undefined}
        data-until={day === range.until || undefined}
        key={day}
      >
        <button
          aria-current={day === today ? 'date' : undefined}
          aria-label={longDayText(day)}
          aria-pressed={inside}
          className={classes.day}
          data-day={day}
          data-end={isEnd || undefined}
          disabled={day > lastDay}
          onClick={() => onPress(day)}
          onPointerEnter={() => onPoint(day)}
          tabIndex={day === focused ? 0 : -1}
          type="button"
        >
          {Number(day.slice(8))}
        </button>
      </td>
    );
  };
  return (
    <div className={classes.month}>
      <p aria-hidden="true" className={classes.name}>
        {name}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: days are walked through with the arrow keys, as the pattern of a date grid asks */}
      <table aria-label={name} className={classes.grid} onKeyDown={onKeyDown} role="grid">
        <thead>
          <tr>
            {weekdays.map(([short, long]) => (
              <th abbr={long} key={long} scope="col">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month's weeks never change places
            <tr key={index}>{week.map((day, weekday) => (day === null ? <td key={weekday} /> : dayOf(day)))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
