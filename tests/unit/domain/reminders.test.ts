import { expect, test } from 'vitest';
import { dueReminder, reminderTimes } from '#domain/reminders.ts';

const dayMs = 86_400_000;

test.each([
  [7, 3.5, null],
  [7, 3.5, 'half-time'],
  [7, 6, 'half-time'],
  [7, 6, 'last-day'],
  [7, 7, 'last-day'],
  [3, 1.5, 'half-time'],
  [3, 2, 'last-day'],
  [2, 1, 'half-time'],
  [1, 0, null],
  [1, 0.5, 'half-time'],
] as const)('of %s days, at %s days it is %s, or is just not', (days, at, expected) => {
  const edge = at * dayMs;
  const just = dueReminder(days, edge);
  const before = dueReminder(days, edge - 1);
  expect([just, before]).toContain(expected);
});

test('each is due once, in order, and none when the time is over', () => {
  for (let days = 1; days <= 30; days += 1) {
    const due: unknown[] = [];
    for (let hours = 0; hours <= days * 24 + 48; hours += 1) {
      const now = dueReminder(days, hours * 3_600_000);
      if (now !== due.at(-1)) due.push(now);
    }
    const expected = reminderTimes(days).map(({ reminder }) => reminder);
    expect(due, `${days} days`).toEqual([null, ...expected, null].slice(0));
    expect(dueReminder(days, days * dayMs)).toBeNull();
  }
});
