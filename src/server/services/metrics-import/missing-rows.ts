import { and, desc, eq, sql } from 'drizzle-orm';
import { offerStageGroup } from '#domain/offer-stage.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { someBrand } from '#server/database/growing.ts';
import { creators, offers, posts } from '#server/database/tables.ts';
import { idsInOrder, newId } from '#server/ids.ts';
import { inBatches } from './batches.ts';
import type { KnownPost } from './known-posts.ts';
import type { PostMetrics } from './post-metrics.ts';

interface MadeRows {
  made: { creators: number; offers: number; posts: number };
  /** The posts that were missing, by key. */
  posts: Map<string, KnownPost>;
}

interface Making {
  writer: BrandWriter;
  campaignId: string;
  now: Date;
  rowsAtOnce: number;
}

/** Gives what makes posts of a campaign that are missing, with their creators and offers where those are missing too. */
export function missingRowsMaker(making: Making): (missing: readonly PostMetrics[]) => Promise<MadeRows> {
  const { writer, campaignId, now, rowsAtOnce } = making;
  const newPostId = idsInOrder('pst', now);
  const newOfferId = idsInOrder('off', now);
  return async (missing) => {
    const found = await makeCreators(making, missing);
    const offerIds = await makeOffers(making, found.creatorIds, missing, newOfferId);
    const made = new Map<string, KnownPost>();
    const rows = missing.map(({ key, link, username, postedAt, days }, at) => {
      const creatorId = found.creatorIds[at] as string;
      const offerId = offerIds.of.get(creatorId) as string;
      const id = newPostId();
      made.set(key, { id, username, postedAt, isMade: true, isBackdated: false });
      return { id, offerId, creatorId, postedAt, url: link.url, ...days.at(-1)?.counts };
    });
    await inBatches(rows, rowsAtOnce, (batch) =>
      writer.db.execute(sql`
        insert into ${posts} (brand_id, id, offer_id, campaign_id, creator_id, posted_at, final_post_url, view_count,
          like_count, comment_count, share_count, updated_at, revision)
        select ${writer.brandId}, id, "offerId", ${campaignId}, "creatorId", "postedAt", url, "viewCount",
          "likeCount", "commentCount", "shareCount", ${now.toISOString()}::timestamptz, ${writer.revision}::bigint
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as made(id text, "offerId" text, "creatorId" text,
          "postedAt" timestamptz, url text, "viewCount" bigint, "likeCount" bigint, "commentCount" bigint,
          "shareCount" bigint)`),
    );
    return { made: { creators: found.made, offers: offerIds.made, posts: rows.length }, posts: made };
  };
}

/**
 * The creator of each post, made where nobody on that platform has the name. Names are the same in any case, as the table has it.
 */
async function makeCreators(
  { writer: { db, brandId }, rowsAtOnce }: Making,
  missing: readonly PostMetrics[],
): Promise<{ creatorIds: string[]; made: number }> {
  const creatorIds: string[] = [];
  let made = 0;
  await inBatches(missing, rowsAtOnce, async (batch) => {
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
      // There is one row; the limit keeps the planner from reading all creators of the brand.
      sql`select found.id from ${rows} cross join lateral (
          select ${creators.id} from ${creators} where ${creators.brandId} = ${someBrand(brandId)}
            and ${creators.platform} = named.platform and lower(${creators.username}) = lower(named.username) limit 1
        ) found order by at`,
    );
    creatorIds.push(...found.map(({ id }) => id));
  });
  return { creatorIds, made };
}

/** Ids as one parameter, of which a statement takes 65,535 at most. */
const anyOf = (ids: readonly string[]) => sql`any(${`{${ids.join()}}`}::text[])`;

/** The offer of each creator in the campaign: of several the one that has come furthest, then the newest. */
async function makeOffers(
  { writer, campaignId, now, rowsAtOnce }: Making,
  creatorIds: readonly string[],
  missing: readonly PostMetrics[],
  newOfferId: () => string,
): Promise<{ of: Map<string, string>; made: number }> {
  const of = new Map<string, string>();
  await inBatches([...new Set(creatorIds)], rowsAtOnce, async (batch) => {
    const stored = await writer.db
      .select({ id: offers.id, creatorId: offers.creatorId, stageType: offers.stageType })
      .from(offers)
      .where(
        and(
          eq(offers.brandId, someBrand(writer.brandId)),
          eq(offers.campaignId, campaignId),
          eq(offers.creatorId, anyOf(batch)),
        ),
      )
      .orderBy(desc(offers.createdAt), desc(offers.id));
    const posted = stored.filter(({ stageType }) => ['ongoing', 'complete'].includes(offerStageGroup(stageType)));
    for (const { id, creatorId } of [...posted, ...stored]) if (!of.has(creatorId)) of.set(creatorId, id);
  });
  const rows: { id: string; creatorId: string; postedAt: Date; url: string }[] = [];
  creatorIds.forEach((creatorId, at) => {
    const post = missing[at];
    if (post === undefined || of.has(creatorId)) return;
    const id = newOfferId();
    of.set(creatorId, id);
    rows.push({ id, creatorId, postedAt: post.postedAt, url: post.link.url });
  });
  await inBatches(rows, rowsAtOnce, (batch) =>
    writer.db.execute(sql`
      insert into ${offers} (brand_id, id, campaign_id, creator_id, stage_type, stage_entered_at, final_post_url,
        updated_at, revision)
      select ${writer.brandId}, id, ${campaignId}, "creatorId", 'ONGOING', "postedAt", url,
        ${now.toISOString()}::timestamptz, ${writer.revision}::bigint
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as made(id text, "creatorId" text, "postedAt" timestamptz,
        url text)`),
  );
  return { of, made: rows.length };
}
