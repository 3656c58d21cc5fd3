import dayjs from 'dayjs';
import { daysApart } from '#ui/relative-time.ts';

/** "Friday, 27 Nov"; "today, 2:30 PM" and "tomorrow, 2:30 PM" where the hour matters; the viewer's zone. */
export function deadlineText(at: Date, now: Date): string {
  const days = daysApart(now, at);
  const time = dayjs(at).format('h:mm A');
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `tomorrow, ${time}`;
  return dayjs(at).format('dddd, D MMM');
}
