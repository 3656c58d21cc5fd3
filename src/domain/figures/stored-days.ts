import { addDays, type Day, dayOf, type Period } from '../time/period.ts';

/** Days of a period that the device's copy lacks. */
export interface MissingDays {
  /** Days after the copy was made, of which nothing is stored; null if there are none. */
  missing: Period | null;
  /** The day on which the copy was made, if it has ended since: its stored figures are partial. */
  partial: Day | null;
}

/** The first day whose figures aren't whole: today, or the day on which they were stored. */
export function openDay(storedAt: Date | null, today: Day): Day {
  const storedOn = storedAt === null ? today : dayOf(storedAt);
  return storedOn < today ? storedOn : today;
}

/**
 * Days of a period that are not wholly stored; null where all are. Days that are still to come miss nothing, and neither
 * does today, where it was stored today.
 * @param storedAt when the figures were last known to be so; null: just now, by the network
 */
export function missingDays(period: Period, storedAt: Date | null, today: Day): MissingDays | null {
  if (storedAt === null) return null;
  const storedOn = dayOf(storedAt);
  const dayAfter = addDays(storedOn, 1);
  const [, since = dayAfter] = [period.since, dayAfter].toSorted();
  const [until = today] = [period.until, today].toSorted();
  const missing = since <= until ? { since, until } : null;
  const isPartial = storedOn < today && period.since <= storedOn && storedOn <= period.until;
  return missing || isPartial ? { missing, partial: isPartial ? storedOn : null } : null;
}
