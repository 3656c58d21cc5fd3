import { type DailyGain, recentDays } from '#contract/brand/analytics.ts';
import type { DailyFigure } from '#contract/calls/changes.ts';
import { addDays, type Day, daysBetween, type Period } from '../time/period.ts';
import { type Counting, gainBasis } from './baseline.ts';

/** A post's cumulative snapshots, sorted by day, and the rules for counting them. */
export interface CountedDays {
  days: readonly DailyFigure[];
  counting: Counting;
}

const nothing: DailyFigure = ['', 0, 0, 0, 0];

/** Gains of one post on each of its days within a period: its cumulative figures minus those of the previous day. */
function* gainsOf({ days, counting }: CountedDays, { since, until }: Period): Generator<DailyGain> {
  let before: DailyFigure | undefined;
  for (const figure of days) {
    const [day, ...figures] = figure;
    if (day > until) return;
    const basis = gainBasis(day, before === undefined, counting);
    const base = basis === 'none' ? figure : basis === 'before' ? (before ?? nothing) : nothing;
    const [views = 0, likes = 0, comments = 0, shares = 0] = figures.map((value, i) => value - Number(base[i + 1]));
    if (day >= since) yield [day, views, likes, comments, shares];
    before = figure;
  }
}

/** Daily gains of posts in a period. They sum to the period's gains; days without a change are omitted. */
export function dailyGains(posts: Iterable<CountedDays>, period: Period): DailyGain[] {
  const sums = new Map<Day, DailyGain>();
  for (const post of posts) {
    for (const gained of gainsOf(post, period)) {
      const [day, views, likes, comments, shares] = gained;
      const sum = sums.get(day);
      sums.set(day, sum ? [day, sum[1] + views, sum[2] + likes, sum[3] + comments, sum[4] + shares] : gained);
    }
  }
  return [...sums.values()]
    .filter(([, ...figures]) => figures.some((value) => value !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The last days of a period, at most {@link recentDays}. */
export function recentPeriod({ since, until }: Period): Period {
  const earliest = addDays(until, 1 - recentDays);
  return { since: since > earliest ? since : earliest, until };
}

/** The views that a post gained on each of a period's last days, oldest first. */
export function recentViewCounts(post: CountedDays, period: Period): number[] {
  const recent = recentPeriod(period);
  const counts = Array.from({ length: daysBetween(recent.since, recent.until) + 1 }, () => 0);
  for (const [day, views] of gainsOf(post, recent)) counts[daysBetween(recent.since, day)] = views;
  return counts;
}
