import type { Day } from '../time/period.ts';

/** A post's counts at the end of a day, as its platform gave them: cumulative. */
export interface Snapshot {
  day: Day;
  viewCount: number;
  likeCount: number;
  commentCount: number;
  shareCount: number;
}

export const signalKinds = ['views-without-likes', 'one-jump', 'falling-counts'] as const;
type SignalKind = (typeof signalKinds)[number];

/** Something unusual about a post's counts, with its numbers and a sentence. A person decides what it means. */
export interface Signal {
  kind: SignalKind;
  text: string;
  numbers: Readonly<Record<string, number | string>>;
}

/**
 * Thresholds of all signals. They were chosen for few false alarms: a post that spreads quickly and then fades has none of the signals, and
 * neither has one that is liked half as often as others.
 */
export const signalLimits = {
  /** Views without likes: fewer views say nothing about a ratio. Posts with fewer don't count for the median either. */
  ratedViews: 1_000,
  /** Views without likes: posts that a platform's median needs. Without it there is no signal. */
  ratedPosts: 20,
  /** Views without likes: a signal if the median is more than so many times the post's likes per thousand views. */
  fewerLikes: 10,
  /** One jump: views that a post needs. */
  jumpViews: 5_000,
  /** One jump: the part of all views that came at once. */
  jumpShare: 0.8,
  /** One jump: the longest time between two snapshots that counts as "at once". Figures that came late bring many days in one. */
  jumpDays: 2,
  /** One jump: days with figures beside it. */
  quietDays: 5,
  /** One jump: the most views on any of the other days, as a part of the jump's. Interest that fades takes longer. */
  quietShare: 0.02,
  /** Falling counts: the fall below an earlier count that platforms' own corrections don't reach, as a part of it, and in views. */
  fallShare: 0.02,
  fallViews: 50,
} as const;
