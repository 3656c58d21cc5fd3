import type { Day } from '../time/period.ts';

/** A post's cumulative counts at the end of a day, as reported by its platform. */
export interface Snapshot {
  day: Day;
  viewCount: number;
  likeCount: number;
  commentCount: number;
  shareCount: number;
}

export const signalKinds = ['views-without-likes', 'one-jump', 'falling-counts'] as const;
type SignalKind = (typeof signalKinds)[number];

/** An anomaly in a post's counts, with its numbers and a sentence. A person decides what it means. */
export interface Signal {
  kind: SignalKind;
  text: string;
  numbers: Readonly<Record<string, number | string>>;
}

/**
 * Thresholds of all signals, chosen for few false positives. A post that spreads quickly and then fades triggers no signal, and
 * neither does one that gets half as many likes as others.
 */
export const signalLimits = {
  /**
   * Views without likes: minimum views, since a ratio of fewer is meaningless. Posts with fewer views don't count for the median
   * either.
   */
  ratedViews: 1_000,
  /** Views without likes: minimum number of posts for a platform's median. With fewer posts, there is no signal. */
  ratedPosts: 20,
  /** Views without likes: triggers if the median exceeds the post's likes per thousand views by more than this factor. */
  fewerLikes: 10,
  /** One jump: minimum views of a post. */
  jumpViews: 5_000,
  /** One jump: minimum share of all views in the jump. */
  jumpShare: 0.8,
  /**
   * One jump: maximum days between two snapshots that count as "at once". Figures that arrive late cover several days at once.
   */
  jumpDays: 2,
  /** One jump: minimum number of other days with figures. */
  quietDays: 5,
  /** One jump: maximum views on any other day, as a share of the jump's views. Genuine interest takes longer to fade. */
  quietShare: 0.02,
  /** Falling counts: thresholds above platforms' own corrections, as a share of the earlier count, and in views. */
  fallShare: 0.02,
  fallViews: 50,
} as const;
