import type { SocialPlatform } from '#contract/brand/campaign.ts';
import type { dailyFigures } from '#server/database/tables/figure-tables.ts';
import type { posts } from '#server/database/tables/tables.ts';
import { between, idFrom, logNormal, type Random } from '#server/demo/random.ts';
import type { CreatorRow } from '../creators.ts';
import { growthOf } from '../growth.ts';
import { after, dayMs, earlier, minuteMs } from '../times.ts';

/** `snapshotDays` is computed from the figures once they are stored. */
export type PostRow = Required<Omit<typeof posts.$inferInsert, 'snapshotDays'>>;
export type FigureRow = Required<typeof dailyFigures.$inferInsert>;

/** An offer's published post. */
export interface PublishedPost {
  offerId: string;
  campaignId: string;
  creator: CreatorRow;
  postedAt: Date;
  finalPostUrl: string;
}

/** Relative audience size, and likes, comments and shares in percent of views. */
const habits: Readonly<Record<SocialPlatform, { size: number; likes: number; comments: number; shares: number }>> = {
  TIKTOK: { size: 1.4, likes: 9, comments: 0.5, shares: 1.1 },
  INSTAGRAM: { size: 1, likes: 6.5, comments: 0.35, shares: 0.8 },
  YOUTUBE: { size: 0.9, likes: 4.2, comments: 0.45, shares: 0.25 },
  FACEBOOK: { size: 0.6, likes: 3.1, comments: 0.6, shares: 0.9 },
  SNAPCHAT: { size: 0.5, likes: 2.4, comments: 0.05, shares: 0.4 },
  TWITTER: { size: 0.45, likes: 2.2, comments: 0.3, shares: 0.7 },
};

interface PostsInput {
  brandId: string;
  views: number;
  now: Date;
  revision: number;
  /** Number of the newest days with figures per post; all by default. */
  daysEach?: number | undefined;
}

/** Posts with daily figures that add up to about `views` so far. Most posts have few views, and some a lot. */
export function generatePosts(
  random: Random,
  published: readonly PublishedPost[],
  { brandId, views, now, revision, daysEach = Infinity }: PostsInput,
): { posts: PostRow[]; figures: FigureRow[] } {
  const growing = published.map((post) => {
    const size = habits[post.creator.platform].size * Math.min(9, logNormal(random, 0.9));
    const days = growthOf(random, post.postedAt, now);
    return { post, days, size, soFar: size * (days.at(-1)?.share ?? 0) };
  });
  const soFar = growing.reduce((sum, each) => sum + each.soFar, 0);
  const scale = soFar > 0 ? views / soFar : 0;
  const rows = growing.map(({ post, days, size }) => {
    const { creator, ...rest } = post;
    const { likes, comments, shares } = habits[creator.platform];
    const varied = (percent: number) => (percent / 100) * between(random, 0.55, 1.5);
    const [likeShare, commentShare, shareShare] = [varied(likes), varied(comments), varied(shares)];
    const id = idFrom(random, 'pst', post.postedAt);
    const figures = days.slice(Math.max(0, days.length - daysEach)).map(({ day, share }): FigureRow => {
      const viewCount = Math.ceil(scale * size * share);
      const part = (of: number) => Math.floor(viewCount * of);
      const likeCount = part(likeShare);
      return {
        brandId,
        postId: id,
        day,
        viewCount,
        likeCount,
        commentCount: part(commentShare),
        shareCount: part(shareShare),
        revision,
      };
    });
    const { viewCount = 0, likeCount = 0, commentCount = 0, shareCount = 0, day } = figures.at(-1) ?? {};
    const lastLook =
      day === undefined ? post.postedAt : after(new Date(day), dayMs + between(random, 1, 50) * minuteMs);
    const updatedAt = earlier(lastLook, after(now, -between(random, 2, 14) * minuteMs));
    const counts = { viewCount, likeCount, commentCount, shareCount };
    const row: PostRow = { brandId, id, ...rest, creatorId: creator.id, ...counts, updatedAt, revision };
    return { row, figures };
  });
  return { posts: rows.map(({ row }) => row), figures: rows.flatMap(({ figures }) => figures) };
}
