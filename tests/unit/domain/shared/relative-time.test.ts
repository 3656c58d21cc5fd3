import { expect, test } from 'vitest';
import { dateRangeOf } from '#features/campaigns/dates.ts';
import { exactDay, exactTime, relativeTime } from '#ui/text/relative-time.ts';

const now = new Date('2026-11-21T12:00:00Z');
const before = (ms: number) => relativeTime(new Date(now.getTime() - ms), now);
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

test.each([
  [0, 'just now'],
  [59 * secondMs, 'just now'],
  [minuteMs, '1 min ago'],
  [119 * secondMs, '1 min ago'],
  [3 * minuteMs, '3 min ago'],
  [59 * minuteMs + 59 * secondMs, '59 min ago'],
  [hourMs, '1 h ago'],
  [119 * minuteMs, '1 h ago'],
  [23 * hourMs + 59 * minuteMs, '23 h ago'],
  [dayMs, '1 day ago'],
  [47 * hourMs, '1 day ago'],
  [12 * dayMs, '12 days ago'],
  [70 * dayMs, '2 months ago'],
  [400 * dayMs, '1 year ago'],
  [800 * dayMs, '2 years ago'],
  [-3 * minuteMs, 'in 3 min'],
])('%d ms ago reads "%s"', (ms, text) => {
  expect(before(ms)).toBe(text);
});

test('exact times are in the viewer’s zone', () => {
  const at = new Date(2026, 10, 21, 4, 22);
  expect(exactTime(at)).toBe('Nov 21, 2026, 4:22 AM');
  expect(exactDay(at)).toBe('Nov 21, 2026');
});

const from = (start: Date, end: Date | null) =>
  dateRangeOf({ startAt: start.toISOString(), endAt: end?.toISOString() ?? null, CPMWorker: null }, now);

test('a range shows shared months and years once', () => {
  expect(from(new Date(2026, 11, 5, 9), new Date(2026, 11, 26, 9))).toBe('Dec 5 – 26, 2026');
  expect(from(new Date(2026, 10, 3, 9), new Date(2026, 11, 3, 9))).toBe('Nov 3 – Dec 3, 2026');
  // An end at midnight excludes the day that begins then.
  expect(from(new Date(2026, 11, 1), new Date(2027, 0, 1))).toBe('Dec 1 – 31, 2026');
  expect(from(new Date(2026, 11, 26, 9), new Date(2027, 0, 25, 9))).toBe('Dec 26, 2026 – Jan 25, 2027');
  expect(from(new Date(2026, 11, 5, 1), new Date(2026, 11, 5, 9))).toBe('Dec 5, 2026');
});

test('a campaign without an end shows when it starts, or since when it has been running', () => {
  expect(from(new Date(2026, 11, 5), null)).toBe('Starts Dec 5, 2026');
  expect(from(new Date(2026, 9, 5), null)).toBe('Since Oct 5, 2026');
});
