import { and, asc, eq, gt, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { type Signal, type Snapshot, signalLimits } from '#domain/post-signals/signal.ts';
import { signalsOf } from '#domain/post-signals/signals.ts';
import type { UsualLikes } from '#domain/post-signals/views-without-likes.ts';
import { dayOf } from '#domain/time/period.ts';
import type { Database } from '#server/database/database.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { creators, posts } from '#server/database/tables/tables.ts';

/** Number of posts whose snapshots are in memory at a time. */
const atOnce = 500;

/** A post with at least one signal. */
export interface SignalledPost {
  brandId: string;
  offerId: string;
  campaignId: string;
  url: string;
  platform: SocialPlatform;
  username: string;
  signals: Signal[];
}

/** Finds posts with signals among those that meet a condition, with two queries per 500 posts. */
export async function readSignals(db: Database, is: SQL | undefined): Promise<SignalledPost[]> {
  const usual = await readUsualLikes(db);
  const found: SignalledPost[] = [];
  for (let page = await readPosts(db, is); page.length > 0; page = await readPosts(db, is, page.at(-1))) {
    const snapshots = await readSnapshots(db, page);
    for (const { id, postedAt, ...post } of page) {
      const watched = { platform: post.platform, postedDay: dayOf(postedAt), snapshots: snapshots.get(id) ?? [] };
      const signals = signalsOf(watched, usual);
      if (signals.length > 0) found.push({ ...post, signals });
    }
  }
  return found;
}

type PostRow = Awaited<ReturnType<typeof readPosts>>[number];

const readPosts = (db: Database, is: SQL | undefined, last?: { brandId: string; id: string }) =>
  db
    .select({
      ...{ brandId: posts.brandId, id: posts.id, offerId: posts.offerId, campaignId: posts.campaignId },
      ...{
        url: posts.finalPostUrl,
        postedAt: posts.postedAt,
        platform: creators.platform,
        username: creators.username,
      },
    })
    .from(posts)
    .innerJoin(creators, and(eq(creators.brandId, posts.brandId), eq(creators.id, posts.creatorId)))
    .where(
      and(is, last && or(gt(posts.brandId, last.brandId), and(eq(posts.brandId, last.brandId), gt(posts.id, last.id)))),
    )
    .orderBy(asc(posts.brandId), asc(posts.id))
    .limit(atOnce);

async function readSnapshots(db: Database, page: readonly PostRow[]): Promise<Map<string, Snapshot[]>> {
  const idsOf = new Map<string, string[]>();
  for (const { brandId, id } of page) idsOf.set(brandId, [...(idsOf.get(brandId) ?? []), id]);
  const { brandId, postId, day, viewCount, likeCount, commentCount, shareCount } = dailyFigures;
  const rows = await db
    .select({ postId, day, viewCount, likeCount, commentCount, shareCount })
    .from(dailyFigures)
    .where(or(...[...idsOf].map(([brand, ids]) => and(eq(brandId, brand), inArray(postId, ids)))))
    .orderBy(asc(postId), asc(day));
  const snapshots = new Map<string, Snapshot[]>();
  for (const { postId: id, ...snapshot } of rows) {
    const known = snapshots.get(id);
    if (known === undefined) snapshots.set(id, [snapshot]);
    else known.push(snapshot);
  }
  return snapshots;
}

/** Returns the median of likes per thousand views on each platform, over all brands' posts with enough views. */
async function readUsualLikes(db: Database): Promise<Map<SocialPlatform, UsualLikes>> {
  const rate = sql`${posts.likeCount} * 1000.0 / ${posts.viewCount}`;
  const rows = await db
    .select({
      platform: creators.platform,
      posts: sql`count(*)`.mapWith(Number),
      median: sql`percentile_cont(0.5) within group (order by ${rate})`.mapWith(Number),
    })
    .from(posts)
    .innerJoin(creators, and(eq(creators.brandId, posts.brandId), eq(creators.id, posts.creatorId)))
    .where(gte(posts.viewCount, signalLimits.ratedViews))
    .groupBy(creators.platform);
  return new Map(rows.map(({ platform, ...usual }) => [platform, usual]));
}
