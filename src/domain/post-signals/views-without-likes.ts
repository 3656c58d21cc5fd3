import { formatCount } from '../money/money.ts';
import { type Signal, type Snapshot, signalLimits } from './signal.ts';

/** Typical likes of a platform's posts, among those with enough views. */
export interface UsualLikes {
  posts: number;
  /** Median of likes per thousand views. */
  median: number;
}

/** "0.2", "41": a decimal only for small rates. */
const rateText = (rate: number): string =>
  rate < 9.95 ? rate.toFixed(1).replace(/\.0$/, '') : formatCount(Math.round(rate));

/** Detects a post with hardly any likes for its views, compared with other posts on its platform. */
export function viewsWithoutLikes(
  snapshots: readonly Snapshot[],
  platformName: string,
  usual: UsualLikes | undefined,
): Signal | null {
  const last = snapshots.at(-1);
  if (last === undefined || last.viewCount < signalLimits.ratedViews) return null;
  if (usual === undefined || usual.posts < signalLimits.ratedPosts) return null;
  const rate = (last.likeCount * 1_000) / last.viewCount;
  if (rate * signalLimits.fewerLikes >= usual.median) return null;
  return {
    kind: 'views-without-likes',
    text: `${rateText(rate)} likes per 1,000 views; the median on ${platformName} is ${rateText(usual.median)}.`,
    numbers: {
      ...{ viewCount: last.viewCount, likeCount: last.likeCount, likesPerThousandViews: rate },
      ...{ medianLikesPerThousandViews: usual.median, postsOfMedian: usual.posts },
    },
  };
}
