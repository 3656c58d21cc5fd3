import type { Pacing } from '#domain/figures/pacing.ts';
import { formatCount } from '#domain/money/money.ts';
import { lastMomentBefore } from '#domain/time/day-text.ts';
import type { Tone } from '#ui/text/Badge.tsx';
import { daysApart, exactDay } from '#ui/text/relative-time.ts';

/** Difference from the expected views that still counts as on pace, in percent. */
const onPacePercent = 5;

/** A campaign's pace in a word or two. */
export function pacingStatus({ state, aheadPercent }: Pacing): { label: string; tone: Tone } {
  if (state === 'reached') return { label: 'Target reached', tone: 'green' };
  if (state === 'not-started' || aheadPercent === null) return { label: 'Not started', tone: 'blue' };
  if (Math.abs(aheadPercent) <= onPacePercent) return { label: 'On pace', tone: 'green' };
  const words = `${Math.abs(aheadPercent)}% ${aheadPercent > 0 ? 'ahead' : 'behind'}`;
  if (state === 'over') return { label: words.replace('behind', 'short'), tone: 'amber' };
  return { label: words, tone: aheadPercent > 0 ? 'green' : 'amber' };
}

const inDays = (days: number) => (days === 1 ? '1 day' : `${formatCount(days)} days`);

/** Forecasts when the target is reached, relative to the campaign's end, in days of the viewer's time zone. */
export function finishText({ state, finishMs, endMs, viewsPerDay }: Pacing): string {
  const lastDay = lastMomentBefore(new Date(endMs));
  if (state === 'reached') return 'Reached';
  if (state === 'over') return `Ended ${exactDay(lastDay)}`;
  if (viewsPerDay === null) return 'Available after the first full day';
  if (finishMs === null) return 'Not at this pace';
  const finish = new Date(finishMs);
  const late = daysApart(lastDay, finish);
  if (late === 0) return `${exactDay(finish)}, the campaign’s last day`;
  return `${exactDay(finish)}, ${inDays(Math.abs(late))} ${late > 0 ? 'after' : 'before'} the end`;
}
