import { missingDays } from '#domain/figures/stored-days.ts';
import { dayText, periodText } from '#domain/time/day-text.ts';
import type { Day, Period } from '#domain/time/period.ts';
import { Icon } from '#ui/media/icons.tsx';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import classes from './FigureNotes.module.css';

interface AgeProps {
  /** True where there are figures that can have an age. */
  known: boolean;
  /** Time of the figures' last change; null if there are none. */
  updatedAt: string | null;
  /** Time at which they were stored on this device, if there is no network. */
  storedAt: Date | null;
}

/** Age of the figures. Its line is kept while they are on their way. */
export function Age(props: AgeProps) {
  return <p className={classes.age}>{ageText(props)}</p>;
}

function ageText({ known, updatedAt, storedAt }: AgeProps) {
  if (!known) return null;
  if (storedAt !== null) {
    return (
      <>
        Stored <RelativeTime at={storedAt} />
      </>
    );
  }
  if (updatedAt === null) return 'Not updated yet';
  return (
    <>
      Updated <RelativeTime at={updatedAt} />
    </>
  );
}

interface PeriodNoteProps {
  period: Period;
  /** The part of it that has come, which is what is compared. */
  passed: Period;
  before: Period;
  /** Time at which the figures were stored; null if they came from the network. */
  storedAt: Date | null;
  today: Day;
}

/** Names the days of a period that are not on this device; null where all are. */
function missingText(period: Period, storedAt: Date | null, today: Day): string | null {
  const found = missingDays(period, storedAt, today);
  if (found === null) return null;
  const partial = found.partial && `Data for ${dayText(found.partial)} may be incomplete.`;
  if (found.missing === null) return partial;
  const { since, until } = found.missing;
  const missing = `${periodText(found.missing)} ${since === until ? 'isn’t' : 'aren’t'} on this device.`;
  return partial ? `${missing} ${partial}` : missing;
}

/** Names the days of the figures, and those that they are compared with, or else miss. */
export function PeriodNote({ period, passed, before, storedAt, today }: PeriodNoteProps) {
  const missing = missingText(period, storedAt, today);
  return (
    <p className={classes.period}>
      {periodText(period)} (UTC)
      {missing === null ? (
        `, ${passed.until === period.until ? '' : 'days so far '}compared with ${periodText(before)}`
      ) : (
        <span className={classes.missing} role="status">
          <Icon name="offline" size={16} />
          {missing}
        </span>
      )}
    </p>
  );
}
