import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DailyFigure } from '#contract/calls/changes.ts';
import { gainIn } from '#domain/figures/analytics.ts';
import { countFromZero } from '#domain/figures/baseline.ts';
import { type CountedDays, dailyGains, recentViewCounts } from '#domain/figures/daily-gains.ts';
import { addDays } from '#domain/time/period.ts';

const days: readonly DailyFigure[] = [
  ['2026-03-01', 100, 10, 1, 0],
  ['2026-03-03', 250, 25, 1, 2],
  ['2026-03-04', 250, 25, 1, 2],
  ['2026-03-05', 240, 25, 1, 2],
];
const march: CountedDays = { days, counting: countFromZero };
const wholeMarch = { since: '2026-03-01', until: '2026-03-31' };

test('a day’s gain is its count less the one before', () => {
  expect(dailyGains([march], { since: '2026-03-01', until: '2026-03-31' })).toEqual([
    ['2026-03-01', 100, 10, 1, 0],
    ['2026-03-03', 150, 15, 0, 2],
    ['2026-03-05', -10, 0, 0, 0],
  ]);
  expect(dailyGains([march, march], { since: '2026-03-02', until: '2026-03-04' })).toEqual([
    ['2026-03-03', 300, 30, 0, 4],
  ]);
});

test('the list has as many days as the period, at most 30', () => {
  expect(recentViewCounts(march, { since: '2026-03-01', until: '2026-03-05' })).toEqual([100, 0, 150, 0, -10]);
  expect(recentViewCounts(march, { since: '2026-01-01', until: '2026-03-31' })).toHaveLength(30);
  expect(recentViewCounts({ days: [], counting: countFromZero }, { since: '2026-03-01', until: '2026-03-01' })).toEqual(
    [0],
  );
});

test('counts from before the campaign began are excluded', () => {
  const older = (firstDay: string): CountedDays => ({ days, counting: { firstDay, isFromZero: false } });
  const views = (post: CountedDays) => dailyGains([post], wholeMarch).map(([day, gained]) => `${day} ${gained}`);
  // The last snapshot before the campaign is the baseline.
  expect(views(older('2026-03-04'))).toEqual(['2026-03-05 -10']);
  // Without one, the first snapshot is.
  expect(views(older('2026-03-01'))).toEqual(['2026-03-03 150', '2026-03-05 -10']);
  expect(views({ days, counting: { firstDay: '2026-03-01', isFromZero: true } })).toEqual([
    '2026-03-01 100',
    '2026-03-03 150',
    '2026-03-05 -10',
  ]);
  expect(gainIn(older('2026-03-04'), wholeMarch)).toMatchObject({ viewCount: -10, lastDay: '2026-03-05' });
  expect(gainIn(older('2026-04-01'), wholeMarch)).toMatchObject({ viewCount: 0, inPeriod: true });
});

test('the days of a period add up to its gain', () => {
  const day = fc.integer({ min: 0, max: 40 }).map((number) => addDays('2026-03-01', number));
  const figure = fc.tuple(day, fc.nat(1000), fc.nat(100), fc.nat(9), fc.nat(9));
  const someDays = fc
    .uniqueArray(figure, { selector: ([at]) => at, maxLength: 12 })
    .map((figures): DailyFigure[] => figures.sort(([a], [b]) => (a < b ? -1 : 1)));
  const counting = fc.record({ firstDay: day, isFromZero: fc.boolean() });
  const post = fc.record({ days: someDays, counting });
  void fc.assert(
    fc.property(fc.array(post, { maxLength: 5 }), day, fc.nat(20), (posts, since, length) => {
      const period = { since, until: addDays(since, length) };
      const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
      const gains = dailyGains(posts, period);
      expect(total(gains.map(([, views]) => views))).toBe(
        total(posts.map((each) => gainIn(each, period)?.viewCount ?? 0)),
      );
      const [first] = posts;
      if (first) expect(total(recentViewCounts(first, period))).toBe(gainIn(first, period)?.viewCount ?? 0);
    }),
  );
});
