import dayjs from 'dayjs';
import relative from 'dayjs/plugin/relativeTime';
import updateLocale from 'dayjs/plugin/updateLocale';

// Counts whole units that have passed: 119 minutes are one hour, not two.
dayjs.extend(relative, {
  rounding: Math.floor,
  thresholds: [
    { l: 's', r: 59, d: 'second' },
    { l: 'm', r: 1 },
    { l: 'mm', r: 59, d: 'minute' },
    { l: 'h', r: 1 },
    { l: 'hh', r: 23, d: 'hour' },
    { l: 'd', r: 1 },
    { l: 'dd', r: 29, d: 'day' },
    { l: 'M', r: 1 },
    { l: 'MM', r: 11, d: 'month' },
    { l: 'y', r: 1 },
    { l: 'yy', d: 'year' },
  ],
});
dayjs.extend(updateLocale);
dayjs.updateLocale('en', {
  relativeTime: {
    future: 'in %s',
    past: '%s ago',
    s: 'a moment',
    m: '1 min',
    mm: '%d min',
    h: '1 h',
    hh: '%d h',
    d: '1 day',
    dd: '%d days',
    M: '1 month',
    MM: '%d months',
    y: '1 year',
    yy: '%d years',
  },
});

const minuteMs = 60_000;

/** "just now", "3 min ago", "5 h ago", "2 days ago"; "in 3 min" for future times. */
export const relativeTime = (at: Date, now: Date): string =>
  Math.abs(now.getTime() - at.getTime()) < minuteMs ? 'just now' : dayjs(at).from(now);

/** Date and time in the viewer's zone: "Nov 21, 2026, 4:22 AM". */
export const exactTime = (at: Date): string => dayjs(at).format('MMM D, YYYY, h:mm A');

/** Date and time in the viewer's zone, without the year: "Nov 21, 4:22 AM". */
export const shortTime = (at: Date): string => dayjs(at).format('MMM D, h:mm A');

/** Date in the viewer's zone: "Nov 21, 2026". */
export const exactDay = (at: Date): string => dayjs(at).format('MMM D, YYYY');

/** Number of calendar days between two times in the viewer's zone; 0 on the same day. */
export const daysApart = (from: Date, to: Date): number =>
  dayjs(to).startOf('day').diff(dayjs(from).startOf('day'), 'day');

/** Time of day in the viewer's zone: "16:22". */
export const timeOfDay = (at: Date): string => dayjs(at).format('HH:mm');
