import { type DailyGain, recentDays } from '#contract/analytics.ts';
import type { DailyFigure } from '#contract/changes.ts';
import { addDays, type Day, daysBetween, type Period } from './period.ts';

/** Gains of one post on each of its days within a period: its cumulative figures less those of the day before. */
function* gainsOf(days: readonly DailyFigure[], { since, until }: Period): Generator<DailyGain> {
  let before: readonly [string, number, number, number, number] = ['', 0, 0, 0, 0];
  for (const figure of days) {
    const [day, ...figures] = figure;
    if (day > until) return;
    const [views = 0, likes = 0, comments = 0, shares = 0] = figures.map((value, i) => value - Number(before[i + 1]));
    if (day >= since) yield [day, views, likes, comments, shares];
    before = figure;
  }
}

/**
 * Gains of posts on each day of a period. They sum to the period's gains; days on which nothing was gained or lost are
 * left out.
 * @param posts cumulative snapshots of each post, sorted by day
 */
export function dailyGains(posts: Iterable<readonly DailyFigure[]>, period: Period): DailyGain[] {
  const sums = new Map<Day, DailyGain>();
  for (const days of posts) {
    for (const gained of gainsOf(days, period)) {
      const [day, views, likes, comments, shares] = gained;
      const sum = sums.get(day);
      sums.set(day, sum ? [day, sum[1] + views, sum[2] + likes, sum[3] + comments, sum[4] + shares] : gained);
    }
  }
  return [...sums.values()]
    .filter(([, ...figures]) => figures.some((value) => value !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The last days of a period, {@link recentDays} of them at most. */
export function recentPeriod({ since, until }: Period): Period {
  const earliest = addDays(until, 1 - recentDays);
  return { since: since > earliest ? since : earliest, until };
}

/** The views that a post gained on each of a period's last days, oldest first. */
export function recentViewCounts(days: readonly DailyFigure[], period: Period): number[] {
  const recent = recentPeriod(period);
  const counts = Array.from({ length: daysBetween(recent.since, recent.until) + 1 }, () => 0);
  for (const [day, views] of gainsOf(days, recent)) counts[daysBetween(recent.since, day)] = views;
  return counts;
}
