import { desc, eq, inArray, sql } from 'drizzle-orm';
import { offerStageGroup } from '../../../domain/offer-stage.ts';
import type { BrandWriter } from '../../database/brand-scope.ts';
import { rowsOf } from '../../database/database.ts';
import { creators, offers, posts } from '../../database/tables.ts';
import { newId } from '../../ids.ts';
import { inBatches } from './batches.ts';
import type { PostMetrics } from './post-metrics.ts';
import type { KnownPost } from './stored-posts.ts';

interface MadeRows {
  made: { creators: number; offers: number; posts: number };
  /** The posts that were missing, by key. */
  posts: Map<string, KnownPost>;
}

/** Makes the posts of a campaign that are missing, with their creators and offers where those are missing too. */
export async function makeMissing(
  writer: BrandWriter,
  campaignId: string,
  missing: readonly PostMetrics[],
  now: Date,
): Promise<MadeRows> {
  const found = await makeCreators(writer, missing);
  const offerIds = await makeOffers(writer, campaignId, found.creatorIds, missing, now);
  const made = new Map<string, KnownPost>();
  const rows = missing.map(({ key, link, username, postedAt, days }, at): typeof posts.$inferInsert => {
    const creatorId = found.creatorIds[at] as string;
    const offerId = offerIds.of.get(creatorId) as string;
    const id = newId('pst', now);
    made.set(key, { id, username, postedAt, isMade: true });
    return {
      brandId: writer.brandId,
      id,
      offerId,
      campaignId,
      creatorId,
      postedAt,
      finalPostUrl: link.url,
      ...days.at(-1)?.counts,
      updatedAt: now,
      revision: writer.revision,
    };
  });
  await inBatches(rows, (batch) => writer.db.insert(posts).values(batch));
  return { made: { creators: found.made, offers: offerIds.made, posts: rows.length }, posts: made };
}

/** The creator of each post, made where nobody on that platform has the name. Names are the same in any case, as the table has it. */
async function makeCreators(
  { db, brandId }: BrandWriter,
  missing: readonly PostMetrics[],
): Promise<{ creatorIds: string[]; made: number }> {
  const creatorIds: string[] = [];
  let made = 0;
  await inBatches(missing, async (batch) => {
    const named = JSON.stringify(
      batch.map(({ link, username }, at) => ({ at, id: newId('soc'), platform: link.platform, username })),
    );
    const rows = sql`jsonb_to_recordset(${named}::jsonb) as named(at int, id text, platform text, username text)`;
    const inserted = await rowsOf(
      db,
      sql`insert into ${creators} (brand_id, id, platform, username)
        select ${brandId}, id, platform, username from ${rows} order by at on conflict do nothing returning id`,
    );
    made += inserted.length;
    const found = await rowsOf<{ id: string }>(
      db,
      sql`select ${creators.id} as id from ${rows} join ${creators} on ${creators.brandId} = ${brandId}
        and ${creators.platform} = named.platform and lower(${creators.username}) = lower(named.username) order by at`,
    );
    creatorIds.push(...found.map(({ id }) => id));
  });
  return { creatorIds, made };
}

/** The offer of each creator in the campaign: of several the one that has come furthest, then the newest. */
async function makeOffers(
  writer: BrandWriter,
  campaignId: string,
  creatorIds: readonly string[],
  missing: readonly PostMetrics[],
  now: Date,
): Promise<{ of: Map<string, string>; made: number }> {
  const of = new Map<string, string>();
  await inBatches([...new Set(creatorIds)], async (batch) => {
    const stored = await writer.db
      .select({ id: offers.id, creatorId: offers.creatorId, stageType: offers.stageType })
      .from(offers)
      .where(writer.own(offers, eq(offers.campaignId, campaignId), inArray(offers.creatorId, batch)))
      .orderBy(desc(offers.createdAt), desc(offers.id));
    const posted = stored.filter(({ stageType }) => ['ongoing', 'complete'].includes(offerStageGroup(stageType)));
    for (const { id, creatorId } of [...posted, ...stored]) if (!of.has(creatorId)) of.set(creatorId, id);
  });
  const rows: (typeof offers.$inferInsert)[] = [];
  creatorIds.forEach((creatorId, at) => {
    const post = missing[at];
    if (post === undefined || of.has(creatorId)) return;
    const id = newId('off', now);
    of.set(creatorId, id);
    rows.push({
      brandId: writer.brandId,
      id,
      campaignId,
      creatorId,
      stageType: 'ONGOING',
      stageEnteredAt: post.postedAt,
      finalPostUrl: post.link.url,
      updatedAt: now,
      revision: writer.revision,
    });
  });
  await inBatches(rows, (batch) => writer.db.insert(offers).values(batch));
  return { of, made: rows.length };
}
