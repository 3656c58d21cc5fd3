import { dayText, periodText } from '#domain/day-text.ts';
import type { Day, Period } from '#domain/period.ts';
import { missingDays } from '#domain/stored-days.ts';
import { Icon } from '#ui/icons.tsx';
import classes from './PeriodNote.module.css';

interface Props {
  period: Period;
  /** The part of it that has come, which is what is compared. */
  passed: Period;
  before: Period;
  /** When the figures were stored; null where the network was asked. */
  storedAt: Date | null;
  today: Day;
}

/** Names the days of a period that are not on this device; null where all are. */
function missingText(period: Period, storedAt: Date | null, today: Day): string | null {
  const found = missingDays(period, storedAt, today);
  if (found === null) return null;
  const partial = found.partial && `${dayText(found.partial)} is stored in part.`;
  if (found.missing === null) return partial;
  const { since, until } = found.missing;
  const missing = `${periodText(found.missing)} ${since === until ? 'is' : 'are'} not on this device.`;
  return partial ? `${missing} ${partial}` : missing;
}

/** Names the days of the figures, and those that they are compared with, or else miss. */
export function PeriodNote({ period, passed, before, storedAt, today }: Props) {
  const missing = missingText(period, storedAt, today);
  return (
    <p className={classes.note}>
      {periodText(period)} (UTC)
      {missing === null ? (
        `, ${passed.until === period.until ? '' : 'until today '}compared with ${periodText(before)}`
      ) : (
        <span className={classes.missing} role="status">
          <Icon name="offline" size={16} />
          {missing}
        </span>
      )}
    </p>
  );
}
