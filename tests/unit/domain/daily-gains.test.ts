import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DailyFigure } from '#contract/changes.ts';
import { gainIn } from '#domain/analytics.ts';
import { dailyGains, recentViewCounts } from '#domain/daily-gains.ts';
import { addDays } from '#domain/period.ts';

const march: readonly DailyFigure[] = [
  ['2026-03-01', 100, 10, 1, 0],
  ['2026-03-03', 250, 25, 1, 2],
  ['2026-03-04', 250, 25, 1, 2],
  ['2026-03-05', 240, 25, 1, 2],
];

test('a day’s gain is what its figures are above those before it', () => {
  expect(dailyGains([march], { since: '2026-03-01', until: '2026-03-31' })).toEqual([
    ['2026-03-01', 100, 10, 1, 0],
    ['2026-03-03', 150, 15, 0, 2],
    ['2026-03-05', -10, 0, 0, 0],
  ]);
  expect(dailyGains([march, march], { since: '2026-03-02', until: '2026-03-04' })).toEqual([
    ['2026-03-03', 300, 30, 0, 4],
  ]);
});

test('the latest days of a post are as many as the period has, 30 at most', () => {
  expect(recentViewCounts(march, { since: '2026-03-01', until: '2026-03-05' })).toEqual([100, 0, 150, 0, -10]);
  expect(recentViewCounts(march, { since: '2026-01-01', until: '2026-03-31' })).toHaveLength(30);
  expect(recentViewCounts([], { since: '2026-03-01', until: '2026-03-01' })).toEqual([0]);
});

test('the days of a period sum to what it gained', () => {
  const day = fc.integer({ min: 0, max: 40 }).map((number) => addDays('2026-03-01', number));
  const figure = fc.tuple(day, fc.nat(1000), fc.nat(100), fc.nat(9), fc.nat(9));
  const post = fc
    .uniqueArray(figure, { selector: ([at]) => at, maxLength: 12 })
    .map((figures): DailyFigure[] => figures.sort(([a], [b]) => (a < b ? -1 : 1)));
  void fc.assert(
    fc.property(fc.array(post, { maxLength: 5 }), day, fc.nat(20), (posts, since, length) => {
      const period = { since, until: addDays(since, length) };
      const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
      const gains = dailyGains(posts, period);
      expect(total(gains.map(([, views]) => views))).toBe(
        total(posts.map((days) => gainIn(days, period)?.viewCount ?? 0)),
      );
      const [first] = posts;
      if (first) expect(total(recentViewCounts(first, period))).toBe(gainIn(first, period)?.viewCount ?? 0);
    }),
  );
});
