import { readPostLink } from '#domain/posts/post-link-check.ts';
import type { LookedUpPost, LookUpPost } from '#server/services/posts/lookups/look-up.ts';
import { type Metric, type MetricsRead, postKeyOf } from '../rows/read-metrics.ts';

/** A lookup can take seconds, so files with more short links than this have to use the posts' own URLs. */
const maxLookups = 500;

/**
 * Follows the short links of a file's rows. Refuses rows whose link doesn't lead to a post. A row keeps its short
 * link if its platform doesn't respond.
 */
export async function* resolveLinks(
  parts: AsyncIterable<Metric[]>,
  lookUpPost: LookUpPost,
  read: MetricsRead,
): AsyncGenerator<Metric[]> {
  const known = new Map<string, LookedUpPost>();
  const lookUp = async (metric: Metric): Promise<LookedUpPost> => {
    const key = postKeyOf(metric.link);
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= maxLookups) return { post: metric.link, author: null, problem: null };
    const found = await lookUpPost(metric.link);
    known.set(key, found);
    return found;
  };
  for await (const part of parts) {
    const resolved: Metric[] = [];
    for (const metric of part) {
      const { link, line } = metric;
      if (!link.isShort) {
        resolved.push(metric);
        continue;
      }
      const { post, author, problem } = await lookUp(metric);
      const checked = problem ?? readPostLink(post.url, link.platform);
      if (typeof checked === 'string') {
        read.refused.add({ line, reason: `finalPostUrl: ${checked}`, value: link.url });
      } else resolved.push(checked.isShort ? metric : { ...metric, link: checked, author, short: link });
    }
    yield resolved;
  }
}
