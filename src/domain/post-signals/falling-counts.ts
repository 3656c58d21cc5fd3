import { formatCount } from '../money/money.ts';
import { dayText } from '../time/day-text.ts';
import { type Signal, type Snapshot, signalLimits } from './signal.ts';

/** Detects views that fell below an earlier count, at once or gradually, as when platforms remove bought views. */
export function fallingCounts(snapshots: readonly Snapshot[]): Signal | null {
  let peak = snapshots[0];
  let deepest: { from: Snapshot; to: Snapshot; views: number } | null = null;
  for (const snapshot of snapshots) {
    if (peak === undefined || snapshot.viewCount >= peak.viewCount) {
      peak = snapshot;
      continue;
    }
    const views = peak.viewCount - snapshot.viewCount;
    if (views > (deepest?.views ?? 0)) deepest = { from: peak, to: snapshot, views };
  }
  if (deepest === null) return null;
  const { from, to, views } = deepest;
  if (views <= Math.max(signalLimits.fallViews, from.viewCount * signalLimits.fallShare)) return null;
  return {
    kind: 'falling-counts',
    text: `Its views fell by ${formatCount(views)}: from ${formatCount(from.viewCount)} on ${dayText(from.day)} to ${formatCount(to.viewCount)} on ${dayText(to.day)}.`,
    numbers: {
      ...{ fallenViews: views, fromViewCount: from.viewCount, fromDay: from.day },
      ...{ toViewCount: to.viewCount, toDay: to.day },
    },
  };
}
