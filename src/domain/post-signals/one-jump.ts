import { formatCount } from '../money/money.ts';
import { dayText } from '../time/day-text.ts';
import { type Day, daysBetween } from '../time/period.ts';
import { type Signal, type Snapshot, signalLimits } from './signal.ts';

/** The time between two snapshots, and the views gained in it. A decrease counts as 0. */
interface Interval {
  until: Day;
  days: number;
  views: number;
}

/**
 * The first interval starts on the day of the post, so views from before the first snapshot aren't attributed to a single day.
 */
function intervalsOf(snapshots: readonly Snapshot[], postedDay: Day): Interval[] {
  return snapshots.map(({ day, viewCount }, i) => {
    const before = snapshots[i - 1];
    const days = before === undefined ? daysBetween(postedDay, day) + 1 : daysBetween(before.day, day);
    return { until: day, days: Math.max(1, days), views: Math.max(0, viewCount - (before?.viewCount ?? 0)) };
  });
}

/** Detects a post that got most of its views at once, and hardly any before and after. */
export function oneJump(snapshots: readonly Snapshot[], postedDay: Day): Signal | null {
  const intervals = intervalsOf(snapshots, postedDay);
  const views = intervals.reduce((sum, interval) => sum + interval.views, 0);
  const jump = intervals.reduce<Interval | null>(
    (max, interval) => (max === null || interval.views > max.views ? interval : max),
    null,
  );
  if (jump === null || views < signalLimits.jumpViews) return null;
  if (jump.views < views * signalLimits.jumpShare || jump.days > signalLimits.jumpDays) return null;
  const others = intervals.filter((interval) => interval !== jump);
  const otherDays = others.reduce((sum, { days }) => sum + days, 0);
  const maxOnOtherDays = Math.max(0, ...others.map((other) => Math.ceil(other.views / other.days)));
  if (otherDays < signalLimits.quietDays || maxOnOtherDays > jump.views * signalLimits.quietShare) return null;
  const at = jump.days === 1 ? `on ${dayText(jump.until)}` : `in the ${jump.days} days until ${dayText(jump.until)}`;
  return {
    kind: 'one-jump',
    text: `${formatCount(jump.views)} of its ${formatCount(views)} views came ${at}; the other ${otherDays} days brought ${formatCount(maxOnOtherDays)} a day at most.`,
    numbers: {
      ...{ viewCount: views, jumpViewCount: jump.views, jumpDay: jump.until, jumpDays: jump.days },
      ...{ otherDays, maxOnOtherDays },
    },
  };
}
