import type { PostLink } from '#domain/posts/post-link.ts';
import type { Warning } from '../report.ts';
import { type Metric, postKeyOf, replacedBy } from '../rows/read-metrics.ts';

/** Figures of one post in a part of a file. */
export interface PostMetrics {
  key: string;
  link: PostLink;
  /** Short links in the file that lead to the post. */
  aliases: readonly PostLink[];
  /** The creator's username on the part's earliest day, since a renamed channel is still the same creator. */
  username: string;
  /** One entry per day, sorted by day; never empty. */
  days: readonly Metric[];
  /** Time of posting as far as known from the file: the start of the post's first day. */
  postedAt: Date;
}

/**
 * Groups the figures of a part of a file by post, in the file's order.
 * @param keyOf maps the key of a link to the key of its post
 * @param onRepeated called for each row that a later row of the same post and day replaces
 */
export function groupByPost(
  metrics: readonly Metric[],
  keyOf: (linkKey: string) => string,
  onRepeated: (warning: Warning) => void,
): PostMetrics[] {
  const groups = new Map<string, Map<string, Metric>>();
  for (const metric of metrics) {
    const key = keyOf(postKeyOf(metric.link));
    const days = groups.get(key) ?? new Map<string, Metric>();
    groups.set(key, days);
    const earlier = days.get(metric.day);
    if (earlier !== undefined) onRepeated(replacedBy(earlier, metric.line));
    days.set(metric.day, metric);
  }
  return [...groups].flatMap(([key, byDay]) => {
    const days = [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
    const [first] = days;
    if (first === undefined) return [];
    const shorts = days.flatMap(({ short }) => short ?? []);
    const aliases = [...new Map(shorts.map((link) => [link.id, link])).values()];
    const { link, username, day } = first;
    return [{ key, link, aliases, username, days, postedAt: new Date(`${day}T00:00:00.000Z`) }];
  });
}
