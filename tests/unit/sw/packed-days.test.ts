import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DailyFigure } from '#contract/changes.ts';
import { dailyGains, recentViewCounts } from '#domain/daily-gains.ts';
import { addDays, type Period } from '#domain/period.ts';
import { mergeDays, packedDailyGains, packedRecentViewCounts } from '#sw/copy/figures/packed-days.ts';

const packed = (days: readonly DailyFigure[]) => mergeDays(new Float64Array(0), days);

const day = fc.integer({ min: 0, max: 60 }).map((number) => addDays('2026-01-20', number));
const figure = fc.tuple(day, fc.nat(1000), fc.nat(100), fc.nat(9), fc.nat(9));
const post = fc
  .uniqueArray(figure, { selector: ([at]) => at, maxLength: 20 })
  .map((figures): DailyFigure[] => figures.sort(([a], [b]) => (a < b ? -1 : 1)));
const period = fc.tuple(day, fc.nat(70)).map(([since, length]): Period => ({ since, until: addDays(since, length) }));

test('packed days gain what the same days gain as text', () => {
  fc.assert(
    fc.property(fc.array(post, { maxLength: 6 }), period, (posts, asked) => {
      expect(packedDailyGains(posts.map(packed), asked)).toStrictEqual(dailyGains(posts, asked));
      for (const days of posts) {
        expect(packedRecentViewCounts(packed(days), asked)).toStrictEqual(recentViewCounts(days, asked));
      }
    }),
  );
});

test('a range of thousands of years costs no more than the days that there are', () => {
  const days: DailyFigure[] = [
    ['0001-01-01', 5, 0, 0, 0],
    ['9999-12-31', 7, 0, 0, 0],
  ];
  expect(packedDailyGains([packed(days)], { since: '0001-01-01', until: '9999-12-31' })).toEqual([
    ['0001-01-01', 5, 0, 0, 0],
    ['9999-12-31', 2, 0, 0, 0],
  ]);
});
