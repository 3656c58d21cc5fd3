import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOf, elapsedPart, lengthDays, previousPeriod } from '#domain/figures/comparison.ts';
import { dayText, longDayText, periodText } from '#domain/time/day-text.ts';
import { addDays } from '#domain/time/period.ts';

const anyPeriod = fc
  .tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 800 }))
  .map(([from, days]) => {
    const since = addDays('1990-01-01', from);
    return { since, until: addDays(since, days) };
  });

test('the previous period has the same length, and ends the day before', () => {
  fc.assert(
    fc.property(anyPeriod, (period) => {
      const before = previousPeriod(period);
      expect(lengthDays(before)).toBe(lengthDays(period));
      expect(addDays(before.until, 1)).toBe(period.since);
    }),
  );
});

test('an unfinished period is compared by its elapsed days', () => {
  const period = { since: '2026-01-01', until: '2026-04-30' };
  expect(elapsedPart(period, '2026-01-10')).toEqual({ since: '2026-01-01', until: '2026-01-10' });
  expect(elapsedPart(period, '2026-05-01')).toEqual(period);
  expect(elapsedPart(period, '2025-12-31')).toEqual(period);
});

describe('a change', () => {
  test.each([
    [0, 0, { kind: 'same' }],
    [7, 7, { kind: 'same' }],
    [1001, 1000, { kind: 'same' }],
    [112, 100, { kind: 'up', percent: 12 }],
    [88, 100, { kind: 'down', percent: 12 }],
    [0, 100, { kind: 'down', percent: 100 }],
    [999, 100, { kind: 'up', percent: 899 }],
    [1000, 100, { kind: 'many-times', times: 10 }],
    [5, 0, { kind: 'from-nothing' }],
    [5, -3, { kind: 'from-nothing' }],
    [-5, 0, { kind: 'same' }],
  ])('%i after %i', (now, before, expected) => {
    expect(changeOf(now, before)).toEqual(expected);
  });
});

test('days read the same in every zone, and name shared months and years once', () => {
  expect(dayText('2026-11-03')).toBe('Nov 3, 2026');
  expect(longDayText('2026-11-21')).toBe('Saturday, November 21, 2026');
  expect(periodText({ since: '2026-11-03', until: '2026-11-03' })).toBe('Nov 3, 2026');
  expect(periodText({ since: '2026-11-03', until: '2026-11-28' })).toBe('Nov 3 – 28, 2026');
  expect(periodText({ since: '2026-11-03', until: '2026-12-03' })).toBe('Nov 3 – Dec 3, 2026');
  expect(periodText({ since: '2025-12-26', until: '2026-01-25' })).toBe('Dec 26, 2025 – Jan 25, 2026');
});
