import { paginate } from '#domain/shared/pagination.ts';
import { type BrandApi, targets } from '#tests/component/support/brand-api.ts';
import { aBrandAnalytics } from '#tests/component/support/examples.ts';
import { aPostRow } from '#tests/unit/domain/examples.ts';

/** Gives the brand these views in every period, and posts that were published at these times. */
export function setBrandFigures(api: BrandApi, { views, posts }: { views: number; posts: readonly string[] }): void {
  api.on(targets.brandAnalytics('brd_1'), () => aBrandAnalytics({ viewCount: views }));
  api.on(`${targets.brandAnalytics('brd_1')}/posts`, () =>
    paginate(
      posts.map((postedAt, index) => aPostRow({ offerId: `off_${index}`, postedAt })),
      1,
      100,
    ),
  );
}
