import { dayText } from '../../../domain/day-text.ts';
import { formatCount } from '../../../domain/money.ts';
import type { Pacing } from '../../../domain/pacing.ts';
import { daysBetween } from '../../../domain/period.ts';
import type { Tone } from '../../../ui/Badge.tsx';

/** How far from what is expected still counts as on pace, in percent. */
const onPacePercent = 5;

/** Where a campaign stands, in a word or two. */
export function standing({ state, aheadPercent }: Pacing): { label: string; tone: Tone } {
  if (state === 'reached') return { label: 'Target reached', tone: 'green' };
  if (state === 'not-started' || aheadPercent === null) return { label: 'Not started', tone: 'blue' };
  if (Math.abs(aheadPercent) <= onPacePercent) return { label: 'On pace', tone: 'green' };
  const words = `${Math.abs(aheadPercent)}% ${aheadPercent > 0 ? 'ahead' : 'behind'}`;
  if (state === 'over') return { label: words.replace('behind', 'short'), tone: 'amber' };
  return { label: words, tone: aheadPercent > 0 ? 'green' : 'amber' };
}

const inDays = (days: number) => (days === 1 ? '1 day' : `${formatCount(days)} days`);

/** When the target will be reached at this pace, and how that lies to the campaign's end. */
export function finishText({ state, finish, end, viewsPerDay }: Pacing): string {
  if (state === 'reached') return 'Reached';
  if (state === 'over') return `Ended ${dayText(end)}`;
  if (viewsPerDay === null) return 'After a full day of figures';
  if (finish === null) return 'Not at this pace';
  const late = daysBetween(end, finish);
  if (late === 0) return `${dayText(finish)}, its last day`;
  return `${dayText(finish)}, ${inDays(Math.abs(late))} ${late > 0 ? 'after' : 'before'} the end`;
}
