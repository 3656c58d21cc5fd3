import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Snapshot, signalLimits } from '#domain/post-signals/signal.ts';
import { signalsOf } from '#domain/post-signals/signals.ts';
import type { UsualLikes } from '#domain/post-signals/views-without-likes.ts';
import { addDays } from '#domain/time/period.ts';

const postedDay = '2026-11-01';
const usual = new Map([['TIKTOK', { posts: 20, median: 41 }]] as const);

/** Snapshots of consecutive days with these views; 4 % as many likes. */
const daily = (views: readonly number[], from = postedDay): Snapshot[] =>
  views.map((viewCount, i) => ({
    ...{ day: addDays(from, i), viewCount, likeCount: Math.round(viewCount * 0.04), commentCount: 0, shareCount: 0 },
  }));
const signals = (snapshots: readonly Snapshot[], of: ReadonlyMap<'TIKTOK', UsualLikes> = usual) =>
  signalsOf({ platform: 'TIKTOK', postedDay, snapshots }, of);
const kinds = (snapshots: readonly Snapshot[]) => signals(snapshots).map(({ kind }) => kind);
const textOf = (snapshots: readonly Snapshot[]) => signals(snapshots).map(({ text }) => text);
/** Cumulative counts of these gains. */
const summed = (gains: readonly number[]) => gains.map((_, i) => gains.slice(0, i + 1).reduce((a, b) => a + b, 0));
const liked = (viewCount: number, likeCount: number): Snapshot[] => [
  { day: postedDay, viewCount, likeCount, commentCount: 0, shareCount: 0 },
];

describe('views without likes', () => {
  test('are reported with the likes and the platform’s median', () => {
    expect(signals(liked(84_000, 17))).toMatchObject([
      {
        kind: 'views-without-likes',
        text: '0.2 likes per 1,000 views; the median on TikTok is 41.',
        numbers: { viewCount: 84_000, likeCount: 17, medianLikesPerThousandViews: 41, postsOfMedian: 20 },
      },
    ]);
  });

  test('need likes below a tenth of the median, enough views, and a median of enough posts', () => {
    expect(signals(liked(10_000, 41))).toEqual([]);
    expect(signals(liked(10_000, 40))).toHaveLength(1);
    expect(signals(liked(1_000, 0))).toHaveLength(1);
    expect(signals(liked(999, 0))).toEqual([]);
    expect(signals(liked(10_000, 0), new Map([['TIKTOK', { posts: 19, median: 41 }]]))).toEqual([]);
    expect(signals(liked(10_000, 0), new Map([['TIKTOK', { posts: 20, median: 0 }]]))).toEqual([]);
    expect(signals(liked(10_000, 0), new Map())).toEqual([]);
    expect(signals([])).toEqual([]);
  });
});

describe('a jump', () => {
  const jump = [...Array(2).fill(233), 81_200, ...Array(10).fill(233)];

  test('is reported with its day, and with the largest gain of another day', () => {
    const views = summed(jump);
    expect(textOf(daily(views))).toEqual([
      '81,200 of its 83,996 views came on Nov 3, 2026; the other 12 days brought 233 a day at most.',
    ]);
    const [found] = signals(daily(views));
    expect(found?.numbers).toEqual({
      ...{ viewCount: 83_996, jumpViewCount: 81_200, jumpDay: '2026-11-03', jumpDays: 1 },
      ...{ otherDays: 12, maxOnOtherDays: 233 },
    });
  });

  test('may span two days at most, since delayed figures arrive over several', () => {
    const late = (days: number) => {
      const first = daily([200]);
      return [...first, ...daily(summed([60_000, 10, 10, 10, 10, 10]), addDays(postedDay, days))];
    };
    expect(textOf(late(2))).toEqual([
      '59,800 of its 60,050 views came in the 2 days until Nov 3, 2026; the other 6 days brought 200 a day at most.',
    ]);
    expect(signals(late(3))).toEqual([]);
  });

  test('excludes a post’s counts from before its first snapshot', () => {
    expect(signals(daily(summed([60_000, 10, 10, 10, 10, 10]), addDays(postedDay, 20)))).toEqual([]);
    expect(kinds(daily(summed([60_000, 10, 10, 10, 10, 10])))).toEqual(['one-jump']);
  });

  test('needs enough views and enough quiet days', () => {
    expect(kinds(daily(summed([4_950, 10, 10, 10, 10, 10])))).toEqual(['one-jump']);
    expect(signals(daily(summed([4_949, 10, 10, 10, 10, 10])))).toEqual([]);
    expect(signals(daily(summed([60_000, 10, 10, 10, 10])))).toEqual([]);
    expect(signals(daily(summed([60_000, 1_201, 10, 10, 10, 10])))).toEqual([]);
    expect(kinds(daily(summed([60_000, 1_200, 10, 10, 10, 10])))).toEqual(['one-jump']);
  });

  test('excludes a post that spreads and fades, however fast', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 5_000_000 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.integer({ min: 2, max: 60 }),
        (first, keeps, days) => {
          const gains = Array.from({ length: days }, (_, i) => Math.round(first * keeps ** i));
          expect(kinds(daily(summed(gains)))).toEqual([]);
        },
      ),
    );
  });

  test('is found at any position, with numbers from the post', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: 10_000_000 }),
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 12 }),
        fc.nat(),
        (views, others, at) => {
          const place = at % (others.length + 1);
          const gains = [...others.slice(0, place), views, ...others.slice(place)];
          const [found, ...more] = signals(daily(summed(gains)));
          expect(more).toEqual([]);
          expect(found?.numbers).toEqual({
            ...{ viewCount: gains.reduce((a, b) => a + b, 0), jumpViewCount: views, jumpDays: 1 },
            ...{ jumpDay: addDays(postedDay, place), otherDays: others.length, maxOnOtherDays: Math.max(...others) },
          });
        },
      ),
    );
  });
});

describe('falling counts', () => {
  test('are reported with both counts and their days', () => {
    expect(textOf(daily([60_000, 84_000, 61_000, 61_500]))).toEqual([
      'Its views fell by 23,000: from 84,000 on Nov 2, 2026 to 61,000 on Nov 3, 2026.',
    ]);
  });

  test('may be small, since platforms correct their counts', () => {
    expect(signals(daily([10_000, 9_800]))).toEqual([]);
    expect(kinds(daily([10_000, 9_799]))).toEqual(['falling-counts']);
    expect(signals(daily([60, 10]))).toEqual([]);
    expect(kinds(daily([60, 9]))).toEqual(['falling-counts']);
  });

  test('are also found in small steps', () => {
    expect(textOf(daily([10_000, 9_900, 9_850, 9_790, 9_760]))).toEqual([
      'Its views fell by 240: from 10,000 on Nov 1, 2026 to 9,760 on Nov 5, 2026.',
    ]);
  });

  test('are the lowest below any earlier count, and none if views only grow', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(counts, (views) => {
        const falls = views.flatMap((from, i) => views.slice(i).map((to) => ({ from, fall: from - to })));
        const deepest = Math.max(...falls.map(({ fall }) => fall));
        const found = signals(daily(views)).find(({ kind }) => kind === 'falling-counts');
        if (found !== undefined) expect(found.numbers.fallenViews).toBe(deepest);
        const { fallShare, fallViews } = signalLimits;
        const largest = Math.max(...falls.filter(({ fall }) => fall === deepest).map(({ from }) => from));
        if (found === undefined) expect(deepest).toBeLessThanOrEqual(Math.max(fallViews, largest * fallShare));
        else expect(deepest).toBeGreaterThan(fallViews);
        expect(kinds(daily([...views].sort((a, b) => a - b)))).not.toContain('falling-counts');
      }),
    );
  });
});
