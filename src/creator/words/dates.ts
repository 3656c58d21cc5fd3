import dayjs from 'dayjs';
import { dayText, lastMomentBefore } from '#domain/time/day-text.ts';
import { daysApart } from '#ui/text/relative-time.ts';

/** A date in the viewer's zone, in the format of our emails: "Nov 29, 2026". */
export const localDayText = (at: Date): string => dayText(dayjs(at).format('YYYY-MM-DD'));

/** Last day of a period that ends at this time. */
export const lastDayText = (end: Date): string => localDayText(lastMomentBefore(end));

/** "Nov 29, 2026"; "today, 2:30 PM" or "tomorrow, 2:30 PM" when the deadline is that close. */
export function deadlineText(at: Date, now: Date): string {
  const days = daysApart(now, at);
  const time = dayjs(at).format('h:mm A');
  if (days === 0) return `today, ${time}`;
  return days === 1 ? `tomorrow, ${time}` : localDayText(at);
}
