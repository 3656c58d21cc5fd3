import { longDayText } from '../time/day-text.ts';
import { dayOf, type Period } from '../time/period.ts';

/** A calendar month in UTC, `YYYY-MM`, which sorts as text. */
export type Month = string;

export const monthOf = (at: Date): Month => at.toISOString().slice(0, 7);

/** The first instant of a month. */
export const monthStart = (month: Month): Date => new Date(`${month}-01T00:00:00.000Z`);

/** The month `count` months later, or earlier if negative. */
export function addMonths(month: Month, count: number): Month {
  const start = monthStart(month);
  return monthOf(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count, 1)));
}

/** The first and last day of a month. */
export function daysOfMonth(month: Month): Period {
  const lastMoment = new Date(monthStart(addMonths(month, 1)).getTime() - 1);
  return { since: `${month}-01`, until: dayOf(lastMoment) };
}

/** All months of a range, newest first. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = last; month >= first; month = addMonths(month, -1)) months.push(month);
  return months;
}

/** "November 2026". */
export const monthText = (month: Month): string => longDayText(`${month}-01`).replace(/^\w+, (\w+) 1,/, '$1');
