import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { platformNames } from '../posts/platforms.ts';
import type { Day } from '../time/period.ts';
import { fallingCounts } from './falling-counts.ts';
import { oneJump } from './one-jump.ts';
import type { Signal, Snapshot } from './signal.ts';
import { type UsualLikes, viewsWithoutLikes } from './views-without-likes.ts';

interface WatchedPost {
  platform: SocialPlatform;
  postedDay: Day;
  /** Sorted by day. */
  snapshots: readonly Snapshot[];
}

/** The signals of a post; most have none. They are only for the provider's team, and trigger nothing automatically. */
export function signalsOf(
  { platform, postedDay, snapshots }: WatchedPost,
  usual: ReadonlyMap<SocialPlatform, UsualLikes>,
): Signal[] {
  const all = [
    viewsWithoutLikes(snapshots, platformNames[platform], usual.get(platform)),
    oneJump(snapshots, postedDay),
    fallingCounts(snapshots),
  ];
  return all.filter((signal) => signal !== null);
}
