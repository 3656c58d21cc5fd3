import { expect, test } from 'vitest';
import { reminderTimes } from '#domain/time/reminders.ts';

const dayMs = 86_400_000;

test.each([
  [7, { 'half-time': 3.5, 'last-day': 6 }],
  [3, { 'half-time': 1.5, 'last-day': 2 }],
  // One day before the end is halfway, so the two would coincide.
  [2, { 'half-time': 1 }],
  [1, { 'half-time': 0.5 }],
] as const)('within %s days, each reminder is due once, in order, before the end', (days, expected) => {
  const times = reminderTimes(days);
  expect(Object.fromEntries(times.map(({ reminder, afterMs }) => [reminder, afterMs / dayMs]))).toEqual(expected);
  expect(times.map(({ afterMs }) => afterMs)).toEqual(Object.values(expected).map((day) => day * dayMs));
});
