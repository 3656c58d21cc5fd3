import { earlierDay } from '#domain/comparison.ts';
import { addDays, type Day } from '#domain/period.ts';

/** The first day of the month that a day is in, or of one so many months later. */
export function firstOfMonth(day: Day, later = 0): Day {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
}

export const lastOfMonth = (day: Day): Day => addDays(firstOfMonth(day, 1), -1);

/** The same date in another month, or its last day where it has no such date. */
export function sameDateIn(day: Day, months: number): Day {
  const moved = addDays(firstOfMonth(day, months), Number(day.slice(8)) - 1);
  const last = lastOfMonth(firstOfMonth(day, months));
  return earlierDay(moved, last);
}

/** A month's weeks from Sunday; null where a day is another month's. */
export function weeksOf(month: Day): (Day | null)[][] {
  const first = firstOfMonth(month);
  const last = lastOfMonth(month);
  const weeks: (Day | null)[][] = [];
  for (let sunday = addDays(first, -new Date(first).getUTCDay()); sunday <= last; sunday = addDays(sunday, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => addDays(sunday, weekday)).map((day) =>
        day < first || day > last ? null : day,
      ),
    );
  }
  return weeks;
}
