import { addDays, type Day, dayOf, type Period } from '../time/period.ts';

/** Days of a period that the local copy lacks. */
export interface MissingDays {
  /** Days after the copy was made, for which nothing is stored; null if there are none. */
  missing: Period | null;
  /** The day on which the copy was made, if that day has ended since: its stored figures are partial. */
  partial: Day | null;
}

/** The first day whose figures are incomplete: today, or the day on which they were stored. */
export function openDay(storedAt: Date | null, today: Day): Day {
  const storedOn = storedAt === null ? today : dayOf(storedAt);
  return storedOn < today ? storedOn : today;
}

/**
 * Days of a period that are not completely stored; null if all are. Future days don't count, and neither does today if the
 * figures were stored today.
 * @param storedAt when the figures were last known to be current; null if they have just been fetched
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
