import type { DailyGain } from '#contract/brand/analytics.ts';
import { addDays, type Day, daysBetween, type Period } from '../time/period.ts';
import { lengthDays } from './comparison.ts';

/** More points than these say nothing more on a screen, and take long to walk through. */
const maxDailyPoints = 120;
const maxPoints = 160;

/** Gains of some days of a period, one after the other. */
export interface Bucket extends Period {
  views: number;
}

/**
 * Index of the first point that contains an incomplete day, which is `open` or later; the series' length if all are complete.
 */
export function firstOpen(series: readonly Bucket[], open: Day): number {
  const place = series.findIndex(({ until }) => until >= open);
  return place === -1 ? series.length : place;
}

/** Days that a point of a period's chart stands for: one, a week, or several weeks. */
export function daysPerPoint(period: Period): number {
  const days = lengthDays(period);
  if (days <= maxDailyPoints) return 1;
  return 7 * Math.ceil(days / (7 * maxPoints));
}

/**
 * The views of a period, by day or in spans as alike as its days allow: of spans cut off at its end the last would be
 * shorter, and seem a fall. Days without figures are zeros.
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
