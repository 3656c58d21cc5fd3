import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DailyFigure } from '#contract/calls/changes.ts';
import { gainIn } from '#domain/figures/analytics.ts';
import { countFromZero } from '#domain/figures/baseline.ts';
import { type CountedDays, dailyGains, recentViewCounts } from '#domain/figures/daily-gains.ts';
import { addDays, type Period } from '#domain/time/period.ts';
import {
  boundaryDays,
  type CountedPack,
  mergeDays,
  packedDailyGains,
  packedRecentViewCounts,
} from '#sw/copy/figures/packed-days.ts';

const packed = ({ days, counting }: CountedDays): CountedPack => ({
  packed: mergeDays(new Float64Array(0), days),
  counting,
});

const day = fc.integer({ min: 0, max: 60 }).map((number) => addDays('2026-01-20', number));
const figure = fc.tuple(day, fc.nat(1000), fc.nat(100), fc.nat(9), fc.nat(9));
const days = fc
  .uniqueArray(figure, { selector: ([at]) => at, maxLength: 20 })
  .map((figures): DailyFigure[] => figures.sort(([a], [b]) => (a < b ? -1 : 1)));
const counting = fc.record({ firstDay: day, isFromZero: fc.boolean() });
const post = fc.record({ days, counting });
const period = fc.tuple(day, fc.nat(70)).map(([since, length]): Period => ({ since, until: addDays(since, length) }));

test('packed days yield the same gains as the same days in JSON', () => {
  fc.assert(
    fc.property(fc.array(post, { maxLength: 6 }), period, (posts, asked) => {
      expect(packedDailyGains(posts.map(packed), asked)).toStrictEqual(dailyGains(posts, asked));
      for (const each of posts) {
        expect(packedRecentViewCounts(packed(each), asked)).toStrictEqual(recentViewCounts(each, asked));
      }
    }),
  );
});

test('a few days determine the same gain as all days', () => {
  fc.assert(
    fc.property(post, period, (each, asked) => {
      const some = boundaryDays(asked.since, asked.until)(packed(each));
      expect(gainIn({ ...each, days: some }, asked)).toEqual(gainIn(each, asked));
      const fromStart = { ...asked, since: each.counting.firstDay };
      expect(gainIn({ ...each, days: some }, fromStart)?.viewCount).toBe(gainIn(each, fromStart)?.viewCount);
    }),
  );
});

test('a range of thousands of years costs only the days that exist', () => {
  const days: DailyFigure[] = [
    ['0001-01-01', 5, 0, 0, 0],
    ['9999-12-31', 7, 0, 0, 0],
  ];
  expect(
    packedDailyGains([packed({ days, counting: countFromZero })], { since: '0001-01-01', until: '9999-12-31' }),
  ).toEqual([
    ['0001-01-01', 5, 0, 0, 0],
    ['9999-12-31', 2, 0, 0, 0],
  ]);
});
