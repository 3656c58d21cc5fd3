import { missingDays } from '#domain/figures/stored-days.ts';
import { dayText, periodText } from '#domain/time/day-text.ts';
import { dayOf, type Period } from '#domain/time/period.ts';
import { RelativeTime, useNow } from '#ui/text/RelativeTime.tsx';

interface Props {
  period: Period;
  /** Time when the file's figures were stored. */
  storedAt: Date;
}

const missingText = (days: Period) =>
  `${periodText(days)} ${days.since === days.until ? 'isn’t' : 'aren’t'} included because this device was offline.`;

/** Age of a file's figures if they came from the local copy, and the days that are missing. */
export function FileAge({ period, storedAt }: Props) {
  const lacks = missingDays(period, storedAt, dayOf(useNow()));
  return (
    <>
      Data as of <RelativeTime at={storedAt} />.{lacks?.missing && ` ${missingText(lacks.missing)}`}
      {lacks?.partial && ` ${dayText(lacks.partial)} may be incomplete.`}
    </>
  );
}
