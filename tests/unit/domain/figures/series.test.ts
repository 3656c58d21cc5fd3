import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DailyGain } from '#contract/brand/analytics.ts';
import { lengthDays } from '#domain/figures/comparison.ts';
import { daysPerPoint, viewSeries } from '#domain/figures/series.ts';
import { addDays } from '#domain/time/period.ts';

test('short periods are drawn by day, long ones by week, very long ones by several weeks', () => {
  const since = '2020-01-01';
  const perPoint = (days: number) => daysPerPoint({ since, until: addDays(since, days - 1) });
  expect([1, 90, 120, 121, 365, 1120, 1121, 3_000_000].map(perPoint)).toEqual([1, 1, 1, 7, 7, 7, 14, 18_753]);
});

test('days without figures are zeros, and days outside the period are excluded', () => {
  const days: DailyGain[] = [
    ['2026-01-01', 1, 0, 0, 0],
    ['2026-01-03', 5, 0, 0, 0],
    ['2026-01-05', 9, 0, 0, 0],
  ];
  expect(viewSeries(days, { since: '2026-01-02', until: '2026-01-04' }).map(({ views }) => views)).toEqual([0, 5, 0]);
});

test('points cover the period without gaps, differ by at most a day, and add up to its views', () => {
  const anyDays = fc.tuple(
    fc.integer({ min: 1, max: 2500 }),
    fc.array(fc.tuple(fc.integer({ min: -50, max: 2600 }), fc.integer({ min: -100, max: 1_000_000 })), {
      maxLength: 60,
    }),
  );
  fc.assert(
    fc.property(anyDays, ([length, given]) => {
      const period = { since: '2020-01-01', until: addDays('2020-01-01', length - 1) };
      const byDay = new Map(given);
      const days = [...byDay]
        .toSorted(([a], [b]) => a - b)
        .map(([offset, views]): DailyGain => [addDays(period.since, offset), views, 0, 0, 0]);
      const series = viewSeries(days, period);
      expect(series[0]?.since).toBe(period.since);
      expect(series.at(-1)?.until).toBe(period.until);
      for (const [index, { since }] of series.entries()) {
        if (index > 0) expect(since).toBe(addDays(series[index - 1]?.until ?? '', 1));
      }
      const lengths = series.map(lengthDays);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      const inside = [...byDay].filter(([offset]) => offset >= 0 && offset < length);
      expect(series.reduce((sum, { views }) => sum + views, 0)).toBe(inside.reduce((sum, [, views]) => sum + views, 0));
    }),
  );
});
