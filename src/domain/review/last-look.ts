import type { Day } from '../time/period.ts';

/** The end of a visit to the inbox. */
export interface Look {
  /** Time at which the inbox was left, ms. */
  at: number;
  /** The day of figures (UTC) on which it was left. */
  day: Day;
  /** Views gained on that day by then; null where the figures weren't known. */
  views: number | null;
}

/** The last visit to the inbox, and the look that its news were counted from; null for the first visit. */
export interface LastVisit {
  left: Look;
  since: Look | null;
}

/** A shorter absence, such as a glance at another app, continues the visit. */
const sameVisitMs = 5 * 60_000;

/** The look that the news of a visit are counted from; null for the first visit. A clock that was set back continues the visit. */
export function lookBefore(last: LastVisit | null, nowMs: number): Look | null {
  if (last === null) return null;
  return nowMs - last.left.at < sameVisitMs ? last.since : last.left;
}

export interface News {
  submissions: number;
  posts: number;
  views: number;
}

interface Known {
  /** Times of submissions and of posts' publication, ISO 8601. */
  submittedAt: readonly string[];
  postedAt: readonly string[];
  /** Views gained from the look's day until now; null where unknown. */
  viewsSinceDay: number | null;
}

const countAfter = (times: readonly string[], at: number) => times.filter((time) => Date.parse(time) > at).length;

/** Events since a look; null if there are none. Views that a platform took back aren't news. */
export function newsSince({ at, views }: Look, known: Known): News | null {
  const gained = known.viewsSinceDay === null || views === null ? 0 : known.viewsSinceDay - views;
  const news = {
    submissions: countAfter(known.submittedAt, at),
    posts: countAfter(known.postedAt, at),
    views: Math.max(0, gained),
  };
  return news.submissions + news.posts + news.views > 0 ? news : null;
}
