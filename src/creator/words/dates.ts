import dayjs from 'dayjs';
import { dayText, lastMomentBefore } from '#domain/time/day-text.ts';
import { daysApart } from '#ui/text/relative-time.ts';

/** A day of the viewer's zone, in the format that mails use: "Nov 29, 2026". */
export const localDayText = (at: Date): string => dayText(dayjs(at).format('YYYY-MM-DD'));

/** The last day of what ends at this instant. */
export const lastDayText = (end: Date): string => localDayText(lastMomentBefore(end));

/** "Nov 29, 2026"; "today, 2:30 PM" and "tomorrow, 2:30 PM" where the hour matters. */
export function deadlineText(at: Date, now: Date): string {
  const days = daysApart(now, at);
  const time = dayjs(at).format('h:mm A');
  if (days === 0) return `today, ${time}`;
  return days === 1 ? `tomorrow, ${time}` : localDayText(at);
}
