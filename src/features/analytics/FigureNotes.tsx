import { missingDays } from '#domain/figures/stored-days.ts';
import { dayText, periodText } from '#domain/time/day-text.ts';
import type { Day, Period } from '#domain/time/period.ts';
import { Icon } from '#ui/media/icons.tsx';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import classes from './FigureNotes.module.css';

interface AgeProps {
  /** True if there are figures whose age can be shown. */
  known: boolean;
  /** Time of the figures' last change; null if there are no figures. */
  updatedAt: string | null;
  /** Time when the figures were stored on this device; null if they came from the network. */
  storedAt: Date | null;
}

/** Age of the figures. Space for its line is reserved while they load. */
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
  /** The part of the period that has passed, which is compared with `before`. */
  passed: Period;
  before: Period;
  /** Time when the figures were stored; null if they came from the network. */
  storedAt: Date | null;
  today: Day;
}

/** Lists the days of a period that aren't stored on this device; null if all are. */
function missingText(period: Period, storedAt: Date | null, today: Day): string | null {
  const found = missingDays(period, storedAt, today);
  if (found === null) return null;
  const partial = found.partial && `Data for ${dayText(found.partial)} may be incomplete.`;
  if (found.missing === null) return partial;
  const { since, until } = found.missing;
  const missing = `${periodText(found.missing)} ${since === until ? 'isn’t' : 'aren’t'} on this device.`;
  return partial ? `${missing} ${partial}` : missing;
}

/** Shows the days that the figures cover, and either the days they're compared with or the missing days. */
export function PeriodNote({ period, passed, before, storedAt, today }: PeriodNoteProps) {
  const missing = missingText(period, storedAt, today);
  return (
    <p className={classes.period}>
      {periodText(period)} (UTC)
      {missing === null ? (
        `, ${passed.until === period.until ? 'compared' : 'comparing the days so far'} with ${periodText(before)}`
      ) : (
        <span className={classes.missing} role="status">
          <Icon name="offline" size={16} />
          {missing}
        </span>
      )}
    </p>
  );
}
