import { addDays, type Day, dayOf, type Period } from './period.ts';

/** Days of a period that a phone's copy does not tell. */
export interface MissingDays {
  /** Days after the copy was made: nothing of them is stored. Null where there is none. */
  missing: Period | null;
  /** The day on which the copy was made, where it has ended since: what is stored is its state then. */
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
