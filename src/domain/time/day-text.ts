import type { Day, Period } from './period.ts';

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function partsOf(day: Day) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const name = months[month - 1] ?? '';
  return { year, date, name, short: name.slice(0, 3) };
}

/** A calendar day, the same in every zone: "Nov 21, 2026". */
export function dayText(day: Day): string {
  const { year, date, short } = partsOf(day);
  return `${short} ${date}, ${year}`;
}

const minuteMs = 60_000;

/**
 * An instant on the last day before `end`: an end at midnight doesn't include the day that begins then. It is a minute earlier,
 * since the server counts a campaign's seconds from the request's arrival.
 */
export const lastMomentBefore = (end: Date): Date => new Date(end.getTime() - minuteMs);

/** A day without its year: "Nov 21". */
export function shortDayText(day: Day): string {
  const { date, short } = partsOf(day);
  return `${short} ${date}`;
}

/** A day in full: "Saturday, November 21, 2026". */
export function longDayText(day: Day): string {
  const { year, date, name } = partsOf(day);
  return `${weekdays[new Date(day).getUTCDay()]}, ${name} ${date}, ${year}`;
}

/** "Nov 3 – 28, 2026", "Nov 3 – Dec 3, 2026", "Dec 26, 2026 – Jan 25, 2027": shared parts appear once. */
export function periodText({ since, until }: Period): string {
  if (since === until) return dayText(since);
  const [first, last] = [partsOf(since), partsOf(until)];
  if (first.year !== last.year) return `${dayText(since)} – ${dayText(until)}`;
  if (first.name !== last.name) return `${shortDayText(since)} – ${dayText(until)}`;
  return `${shortDayText(since)} – ${last.date}, ${last.year}`;
}
