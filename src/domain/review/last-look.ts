import type { Day } from '../time/period.ts';

/** The end of a visit to the inbox. */
export interface VisitEnd {
  /** Time at which the user left the inbox, ms. */
  at: number;
  /** The UTC day of that time, as used by figures. */
  day: Day;
  /** Views gained on that day by then; null if the figures weren't known. */
  views: number | null;
}

/** The last visit to the inbox, and the baseline of its news; null for the first visit. */
export interface LastVisit {
  left: VisitEnd;
  since: VisitEnd | null;
}

/** Minimum absence that ends a visit. A shorter one, such as a glance at another app, continues it. */
const sameVisitMs = 5 * 60_000;

/** The baseline of a visit's news; null for the first visit. If the clock was set back, the visit continues. */
export function newsBaseline(last: LastVisit | null, nowMs: number): VisitEnd | null {
  if (last === null) return null;
  return nowMs - last.left.at < sameVisitMs ? last.since : last.left;
}

export interface News {
  submissions: number;
  posts: number;
  views: number;
}

interface KnownFigures {
  /** Times of submissions and of posts' publication, ISO 8601. */
  submittedAt: readonly string[];
  postedAt: readonly string[];
  /** Views gained from the baseline's day until now; null if unknown. */
  viewsSinceDay: number | null;
}

const countAfter = (times: readonly string[], at: number) => times.filter((time) => Date.parse(time) > at).length;

/** Events since a baseline; null if there are none. Views that a platform removed aren't news. */
export function newsSince({ at, views }: VisitEnd, known: KnownFigures): News | null {
  const gained = known.viewsSinceDay === null || views === null ? 0 : known.viewsSinceDay - views;
  const news = {
    submissions: countAfter(known.submittedAt, at),
    posts: countAfter(known.postedAt, at),
    views: Math.max(0, gained),
  };
  return news.submissions + news.posts + news.views > 0 ? news : null;
}
