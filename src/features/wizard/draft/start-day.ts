import dayjs from 'dayjs';

/** An instant's day in the viewer's zone, `YYYY-MM-DD`. */
export const localDay = (at: Date): string => dayjs(at).format('YYYY-MM-DD');

/** The last day that a campaign can be planned for. */
export const lastStartDay = (now: Date): string => localDay(dayjs(now).add(5, 'year').toDate());

/** Start and end of a campaign that is submitted now: a day begins at midnight, today at once; it runs one month. */
export function campaignSpan(startOn: string | null, now: Date): { start: Date; end: Date } {
  const isLater = startOn !== null && startOn > localDay(now);
  const start = isLater ? dayjs(startOn) : dayjs(now);
  return { start: start.toDate(), end: start.add(1, 'month').toDate() };
}
