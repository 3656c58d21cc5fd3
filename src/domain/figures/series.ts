import type { DailyGain } from '#contract/brand/analytics.ts';
import { addDays, type Day, daysBetween, type Period } from '../time/period.ts';
import { lengthDays } from './comparison.ts';

/** Maximum numbers of points. More would add no information on a screen, and would take long to step through. */
const maxDailyPoints = 120;
const maxPoints = 160;

/** Gains over some consecutive days of a period. */
export interface Bucket extends Period {
  views: number;
}

/** Index of the first point with an incomplete day, meaning `open` or later; the series' length if all are complete. */
export function firstIncompleteIndex(series: readonly Bucket[], open: Day): number {
  const place = series.findIndex(({ until }) => until >= open);
  return place === -1 ? series.length : place;
}

/** Days per point of a period's chart: one day, a week, or several weeks. */
export function daysPerPoint(period: Period): number {
  const days = lengthDays(period);
  if (days <= maxDailyPoints) return 1;
  return 7 * Math.ceil(days / (7 * maxPoints));
}

/**
 * Views of a period by day, or by spans of nearly equal length. Fixed-length spans would leave a shorter last one, which would
 * look like a drop. Days without figures are zeros.
 */
export function viewSeries(days: readonly DailyGain[], period: Period): Bucket[] {
  const length = lengthDays(period);
  const count = Math.max(1, Math.round(length / daysPerPoint(period)));
  const startOf = (index: number) => Math.floor((index * length) / count);
  const buckets = Array.from({ length: count }, (_, index) => ({
    since: addDays(period.since, startOf(index)),
    until: addDays(period.since, startOf(index + 1) - 1),
    views: 0,
  }));
  let at = 0;
  for (const [day, views] of days) {
    if (day < period.since || day > period.until) continue;
    const place = daysBetween(period.since, day);
    while (at < count - 1 && startOf(at + 1) <= place) at += 1;
    const bucket = buckets[at];
    if (bucket) bucket.views += views;
  }
  return buckets;
}
