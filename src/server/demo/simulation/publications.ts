import { and, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import { dayOf } from '#domain/time/period.ts';
import { offers, posts } from '#server/database/tables/tables.ts';
import { storeFigures } from '#server/services/figures/figures.ts';
import { markUnread } from '#server/services/moves/make-move.ts';
import { idFrom, wholeBetween } from '../random.ts';
import { liveOffers, type SimulatedEvent, type World } from './context.ts';

/** Starts tracking an approved post, with its first views. */
export async function publishRandomPost(world: World): Promise<SimulatedEvent | null> {
  const { writer, now, random } = world;
  const { brandId, revision, db } = writer;
  const isUnwatched = notExists(
    db
      .select({ one: sql`1` })
      .from(posts)
      .where(writer.own(posts, eq(posts.offerId, offers.id))),
  );
  const [approved] = await liveOffers(world, ['ONGOING'], and(isNotNull(offers.finalPostUrl), isUnwatched));
  if (approved === undefined || approved.offer.finalPostUrl === null) return null;
  const { id: offerId, campaignId, creatorId, finalPostUrl } = approved.offer;
  const id = idFrom(random, 'pst', now);
  const postedAt = approved.owed?.submittedAt ?? now;
  const post = { brandId, id, offerId, campaignId, creatorId, postedAt, finalPostUrl, updatedAt: now, revision };
  const [stored] = await db.insert(posts).values(post).onConflictDoNothing().returning({ id: posts.id });
  // Another offer of the campaign may have the same link. Its post is then already tracked.
  if (stored === undefined) return null;
  const viewCount = wholeBetween(random, 40, 900);
  const figure = { viewCount, likeCount: Math.floor(viewCount * 0.07), commentCount: Math.floor(viewCount * 0.004) };
  await storeFigures(writer, [{ postId: id, day: dayOf(now), ...figure, shareCount: 0 }], now);
  await markUnread(writer, [campaignId]);
  return { kind: 'published', campaignId, offerId };
}
