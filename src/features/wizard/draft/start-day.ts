import dayjs from 'dayjs';

/** A time's day in the viewer's zone, `YYYY-MM-DD`. */
export const localDay = (at: Date): string => dayjs(at).format('YYYY-MM-DD');

/** Last possible start day of a campaign. */
export const lastStartDay = (now: Date): string => localDay(dayjs(now).add(5, 'year').toDate());

/**
 * Start and end of a campaign submitted now. A campaign that starts today starts immediately, and one that starts later
 * starts at midnight. It runs for one month.
 */
export function campaignSpan(startOn: string | null, now: Date): { start: Date; end: Date } {
  const isLater = startOn !== null && startOn > localDay(now);
  const start = isLater ? dayjs(startOn) : dayjs(now);
  return { start: start.toDate(), end: start.add(1, 'month').toDate() };
}
