import { and, desc, eq, gte, max, sql } from 'drizzle-orm';
import { projectedViews } from '#domain/money/reach.ts';
import { dayOf } from '#domain/time/period.ts';
import { campaigns, posts } from '#server/database/tables/tables.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import { isRunningRow } from '#server/services/moves/state/campaign-state.ts';
import { watchedDays } from '../brand/growth.ts';
import { after, dayMs, minuteMs } from '../brand/times.ts';
import { between, pick, type Random, shuffle } from '../random.ts';
import type { SimulatedEvent, World } from './context.ts';

/** Share of its target that a running campaign gains per day. */
const sharePerDay = 0.04;
/** The limit keeps a server that was off for a week from catching up all at once. */
const maxGapMs = 30 * minuteMs;

type PostRow = typeof posts.$inferSelect;

/** Adds views to posts of a running campaign, in proportion to the time since their last update. */
export async function growViews(world: World): Promise<SimulatedEvent | null> {
  const { writer, now, random } = world;
  const isWatched = gte(posts.postedAt, after(now, -watchedDays * dayMs));
  const growing = await writer.db
    .select({ campaign: campaigns, lastAt: max(posts.updatedAt) })
    .from(campaigns)
    .innerJoin(posts, and(eq(posts.brandId, campaigns.brandId), eq(posts.campaignId, campaigns.id)))
    .where(writer.own(campaigns, isRunningRow(), isWatched))
    .groupBy(campaigns.brandId, campaigns.id)
    .orderBy(campaigns.id);
  if (growing.length === 0) return null;
  const { campaign, lastAt } = pick(random, growing);
  const target = projectedViews(campaign.workerBudgetCents ?? 0, campaign.workerCpmCents ?? 0);
  const elapsedMs = Math.min(maxGapMs, Math.max(0, now.getTime() - (lastAt ?? now).getTime()));
  const views = Math.round(((target * sharePerDay * elapsedMs) / dayMs) * between(random, 0.6, 1.4));
  if (views === 0) return null;
  const rows = await writer.db
    .select()
    .from(posts)
    .where(writer.own(posts, eq(posts.campaignId, campaign.id), isWatched))
    .orderBy(desc(posts.postedAt), sql`${posts.id} desc`)
    .limit(20);
  const chosen = shuffle(random, rows).slice(0, 5);
  const day = dayOf(now);
  const figures = chosen.map((post) => ({ postId: post.id, day, ...grown(random, post, views / chosen.length) }));
  await storeFigures(writer, figures, now);
  return { kind: 'views', campaignId: campaign.id };
}

/** Likes, comments and shares keep their ratio to views. */
function grown(random: Random, post: PostRow, views: number) {
  const more = Math.ceil(views * between(random, 0.5, 1.5));
  const like = (before: number) => before + Math.floor((more * before) / Math.max(1, post.viewCount) + random());
  return {
    viewCount: post.viewCount + more,
    likeCount: like(post.likeCount),
    commentCount: like(post.commentCount),
    shareCount: like(post.shareCount),
  };
}
