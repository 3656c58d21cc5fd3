import type { PostLink } from '#domain/post-link.ts';
import { type Metric, postKeyOf } from './read-metrics.ts';

/** Figures of one post in a part of a file. */
export interface PostMetrics {
  key: string;
  link: PostLink;
  /** The creator's name on the earliest day of the part: channels are renamed, and stay the same. */
  username: string;
  /** Sorted by day; never empty. */
  days: readonly Metric[];
  /** When it was posted, as far as a file can tell: the start of its first day. */
  postedAt: Date;
}

/** The figures of a part of a file post by post, in its order. */
export function groupByPost(metrics: readonly Metric[]): PostMetrics[] {
  const groups = new Map<string, [Metric, ...Metric[]]>();
  for (const metric of metrics) {
    const key = postKeyOf(metric.link);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [metric]);
    else group.push(metric);
  }
  return [...groups].map(([key, days]) => {
    days.sort((a, b) => (a.day < b.day ? -1 : 1));
    const [{ link, username, day }] = days;
    return { key, link, username, days, postedAt: new Date(`${day}T00:00:00.000Z`) };
  });
}
