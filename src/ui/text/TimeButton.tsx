import { useState } from 'react';
import { RelativeTime } from './RelativeTime.tsx';
import { exactTime } from './relative-time.ts';
import classes from './TimeButton.module.css';

/** Shows "3 min ago", and the exact time on click or keypress, since a tooltip needs a mouse. */
export function TimeButton({ at }: { at: Date | string }) {
  const [isExact, setExact] = useState(false);
  const date = typeof at === 'string' ? new Date(at) : at;
  return (
    <button aria-pressed={isExact} className={classes.time} onClick={() => setExact(!isExact)} type="button">
      {isExact ? <time dateTime={date.toISOString()}>{exactTime(date)}</time> : <RelativeTime at={date} />}
    </button>
  );
}
