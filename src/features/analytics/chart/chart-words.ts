import { changeOf, changeText, countDegrees, lengthDays } from '#domain/figures/comparison.ts';
import type { Bucket } from '#domain/figures/series.ts';
import { formatCount } from '#domain/money/money.ts';
import { dayText, periodText } from '#domain/time/day-text.ts';
import type { Day, Period } from '#domain/time/period.ts';

const sumOf = (series: readonly Bucket[]) => series.reduce((sum, { views }) => sum + views, 0);

/** Dates of a point: "Oct 3, 2026", or the days of a week. */
export const bucketText = (bucket: Period): string => periodText(bucket);

/** "1,234 views" or "1 view". */
export const viewsText = (views: number): string => `${formatCount(views)} ${views === 1 ? 'view' : 'views'}`;

/** Marks the views of an incomplete point as "so far". */
export const soFar = (text: string, isOpen: boolean): string => (isOpen ? `${text} so far` : text);

/** Explains the chart's dashed end; empty if there is none. */
export function incompleteText(now: readonly Bucket[], open: Day, today: Day): string {
  if ((now.at(-1)?.until ?? '') < open) return '';
  return open === today ? 'Dashed: today so far.' : `Dashed: incomplete since ${dayText(open)}.`;
}

/** Describes a point: its days, its views, and those of the previous period. */
export function pointText(now: Bucket, before: Bucket | undefined, isOpen: boolean): string {
  const then = before && `; ${formatCount(before.views)} in the previous period, ${bucketText(before)}`;
  return `${bucketText(now)}: ${soFar(viewsText(now.views), isOpen)}${then ?? ''}`;
}

function comparedText(views: number, before: number, then: string): string {
  const change = changeOf(views, before);
  if (views === 0 && before === 0) return `and none in ${then}`;
  const words = changeText(change, countDegrees);
  switch (change.kind) {
    case 'same':
      return `${views === before ? '' : 'about '}as many as in ${then}`;
    case 'from-nothing':
      return `none in ${then}`;
    case 'many-times':
      return `${words} as in ${then} (${formatCount(before)})`;
    default:
      return `${words} than in ${then} (${formatCount(before)})`;
  }
}

/** Summarizes the chart in at most two sentences. */
export function summaryText(now: readonly Bucket[], before: readonly Bucket[]): string {
  const [first, last] = [now[0], now.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [views, viewsBefore] = [sumOf(now), sumOf(before)];
  const period = { since: first.since, until: last.until };
  const days = lengthDays(period);
  const then = days === 1 ? 'the day before' : `the ${formatCount(days)} days before`;
  const best = now.reduce((max, bucket) => (bucket.views > max.views ? bucket : max), first);
  const span = best.since === best.until ? 'day' : lengthDays(best) <= 8 ? 'week' : 'span';
  const peak =
    now.length > 1 && best.views > 0 ? ` Highest ${span}: ${formatCount(best.views)}, ${bucketText(best)}.` : '';
  return `${viewsText(views)}, ${comparedText(views, viewsBefore, then)}.${peak}`;
}
