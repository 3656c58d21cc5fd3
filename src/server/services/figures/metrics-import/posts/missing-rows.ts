import { and, desc, eq, sql } from 'drizzle-orm';
import { hasEnded } from '#domain/offers/offer-situation.ts';
import { offerStageGroup } from '#domain/offers/offer-stage.ts';
import { maybeSamePost, type PostLink, postLink } from '#domain/posts/post-link.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { someBrand } from '#server/database/growing.ts';
import { creators, offers, posts } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { idsInOrder, newId } from '#server/ids.ts';
import { claimPosts, type FoundName, findClaimedNames, type PostClaim } from '#server/services/posts/registry/claim.ts';
import { takenText } from '#server/services/posts/registry/holder-text.ts';
import type { RefusedRow } from '../report.ts';
import { inBatches } from '../rows/batches.ts';
import { postKeyOf } from '../rows/read-metrics.ts';
import { blockedAccounts } from './blocked-accounts.ts';
import type { KnownPost } from './known-posts.ts';
import type { PostMetrics } from './post-metrics.ts';
import { endedOffer, refusedRows } from './refused-rows.ts';

interface CreatedRows {
  made: { creators: number; offers: number; posts: number };
  /** The created posts, by key. */
  posts: Map<string, KnownPost>;
  /** Rows of posts that can't be created. */
  refused: RefusedRow[];
}

interface CreateContext {
  writer: BrandWriter;
  campaignId: string;
  now: Date;
  rowsAtOnce: number;
  /** True to create missing creators and offers, too. */
  makesAll: boolean;
}

/** The offer and account of a missing post. */
interface Place {
  post: PostMetrics;
  offerId: string;
  creatorId: string;
  username: string;
}

/** Returns a function that creates a campaign's missing posts and, if enabled, their creators and offers. */
export function missingRowsCreator(making: CreateContext): (missing: readonly PostMetrics[]) => Promise<CreatedRows> {
  const { writer, now, rowsAtOnce } = making;
  const newPostId = idsInOrder('pst', now);
  const newOfferId = idsInOrder('off', now);
  return async (missing) => {
    const refused: RefusedRow[] = [];
    const refuse = (post: PostMetrics, reason: string) => refused.push(...refusedRows(post, reason));
    const { free, submitted } = await splitHeld(making, missing, refuse);
    // A short link that wasn't submitted may lead to any post.
    const named = free.filter((post) => {
      if (post.link.isShort) refuse(post, unreadShort);
      return !post.link.isShort;
    });
    const placed = await findPlaces(making, named, { refuse, newOfferId });
    const places = await withoutDoubtful(making, [...submitted, ...placed.places], refuse);
    const claims = places.map(({ offerId, post: { link, aliases } }) => ({
      offerId,
      links: [link, ...aliases] as const,
    }));
    await inBatches(claims, rowsAtOnce, (batch) => claimAll(writer, batch, now));
    const made = new Map<string, KnownPost>();
    const rows = places.map(({ post: { key, link, postedAt, days }, offerId, creatorId, username }) => {
      const id = newPostId();
      made.set(key, { id, offerId, username, postedAt, hasEnded: false, isMade: true, isBackdated: false });
      return { id, offerId, creatorId, postedAt, url: link.url, ...days.at(-1)?.counts };
    });
    await insertPosts(making, rows);
    return { made: { ...placed.made, posts: rows.length }, posts: made, refused };
  };
}

const unreadShort =
  'This short link may lead to a post that already counts. Use the post’s own link, or turn on LINK_LOOKUPS.';

const insertPosts = ({ writer, campaignId, now, rowsAtOnce }: CreateContext, rows: readonly object[]) =>
  inBatches(rows, rowsAtOnce, (batch) =>
    writer.db.execute(sql`
      insert into ${posts} (brand_id, id, offer_id, campaign_id, creator_id, posted_at, final_post_url, view_count,
        like_count, comment_count, share_count, updated_at, revision)
      select ${writer.brandId}, id, "offerId", ${campaignId}, "creatorId", "postedAt", url, "viewCount",
        "likeCount", "commentCount", "shareCount", ${now.toISOString()}::timestamptz, ${writer.revision}::bigint
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as made(id text, "offerId" text, "creatorId" text,
        "postedAt" timestamptz, url text, "viewCount" bigint, "likeCount" bigint, "commentCount" bigint,
        "shareCount" bigint)`),
  );

type Refuse = (post: PostMetrics, reason: string) => void;

/**
 * Separates posts that were submitted for an offer of this campaign from new ones, and refuses posts that are counted
 * elsewhere.
 */
async function splitHeld(
  { writer, campaignId, rowsAtOnce }: CreateContext,
  missing: readonly PostMetrics[],
  refuse: Refuse,
) {
  const held = new Map<string, FoundName>();
  await inBatches(missing, rowsAtOnce, async (batch) => {
    const links = batch.flatMap(({ link, aliases }) => [link, ...aliases]);
    for (const found of await findClaimedNames(writer.db, links)) held.set(`${found.platform} ${found.name}`, found);
  });
  const holderOf = ({ link, aliases }: PostMetrics) =>
    [link, ...aliases].flatMap((each) => held.get(postKeyOf(each)) ?? [])[0];
  const here = [...held.values()].filter(
    (found) => found.brandId === writer.brandId && found.campaignId === campaignId,
  );
  const accounts = await accountsOf(
    writer,
    here.map(({ offerId }) => offerId),
  );
  const reasons = new Map<string, string>();
  const free: PostMetrics[] = [];
  const submitted: Place[] = [];
  for (const post of missing) {
    const holder = holderOf(post);
    const account = holder && accounts.get(holder.offerId);
    if (holder === undefined) free.push(post);
    else if (account === undefined || !here.includes(holder)) {
      const reason = reasons.get(holder.offerId) ?? (await takenText(writer.db, holder, 'provider'));
      reasons.set(holder.offerId, reason);
      refuse(post, reason);
    } else if (account.hasEnded) refuse(post, endedOffer);
    else submitted.push({ post, offerId: holder.offerId, ...account });
  }
  return { free, submitted };
}

type Account = Pick<Place, 'creatorId' | 'username'> & { hasEnded: boolean };

/** Returns the accounts of the brand's offers, by offer id. */
async function accountsOf({ db, own }: BrandWriter, offerIds: readonly string[]): Promise<Map<string, Account>> {
  if (offerIds.length === 0) return new Map();
  const { id, creatorId, stageType, invalidationType } = offers;
  const rows = await db
    .select({ id, creatorId, username: creators.username, stage: stageType, invalidationType })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .where(own(offers, eq(offers.id, anyOf(offerIds))));
  return new Map(
    rows.map(({ id: offerId, creatorId: of, username, ...offer }) => [
      offerId,
      { creatorId: of, username, hasEnded: hasEnded(offer) },
    ]),
  );
}

/** Finds the offer of each post's account in the campaign. With `makesAll`, first creates missing accounts and offers. */
async function findPlaces(
  making: CreateContext,
  missing: readonly PostMetrics[],
  { refuse, newOfferId }: { refuse: Refuse; newOfferId: () => string },
): Promise<{ made: { creators: number; offers: number }; places: Place[] }> {
  const { writer, makesAll } = making;
  const isBlocked = makesAll ? await blockedAccounts(writer.db) : () => false;
  const newCreators = makesAll
    ? await makeCreators(
        making,
        missing.filter((post) => !isBlocked(post)),
      )
    : 0;
  const creatorIds = await findCreators(making, missing);
  const offerIds = await findOffers(
    making,
    creatorIds.flatMap((id) => id ?? []),
  );
  const newOffers = makesAll ? await makeOffers(making, missing, { creatorIds, offerIds, newOfferId, isBlocked }) : 0;
  const accounts = await accountsOf(writer, [...new Set(offerIds.values())]);
  const places = missing.flatMap((post, at): Place[] => {
    const offerId = offerIds.get(creatorIds[at] ?? '');
    const account = offerId === undefined ? undefined : accounts.get(offerId);
    if (offerId === undefined || account === undefined) {
      const { username, link } = post;
      refuse(
        post,
        isBlocked(post)
          ? `The creator of @${username} is blocked and can’t get a new offer. Unblock the creator first.`
          : `@${username} on ${link.platform} has no offer in this campaign. Invite the creator, or import with --make-missing.`,
      );
      return [];
    }
    if (account.hasEnded) {
      refuse(post, endedOffer);
      return [];
    }
    return [{ post, offerId, ...account }];
  });
  return { made: { creators: newCreators, offers: newOffers }, places };
}

/** Refuses posts that may be the same as one of the creator's posts in the campaign, under another name. */
async function withoutDoubtful(making: CreateContext, places: readonly Place[], refuse: Refuse): Promise<Place[]> {
  const { writer, campaignId, rowsAtOnce } = making;
  const counted = new Map<string, PostLink[]>();
  const note = (creatorId: string, link: PostLink | null) => {
    if (link !== null) counted.set(creatorId, [...(counted.get(creatorId) ?? []), link]);
  };
  await inBatches([...new Set(places.map(({ creatorId }) => creatorId))], rowsAtOnce, async (batch) => {
    const isOfThem = and(eq(posts.campaignId, campaignId), eq(posts.creatorId, anyOf(batch)));
    const rows = await writer.db
      .select({ creatorId: posts.creatorId, url: posts.finalPostUrl })
      .from(posts)
      .where(writer.own(posts, isOfThem));
    for (const { creatorId, url } of rows) note(creatorId, postLink(url));
  });
  return places.filter(({ post, creatorId }) => {
    const other = counted.get(creatorId)?.find((link) => maybeSamePost(link, post.link));
    if (other === undefined) {
      note(creatorId, post.link);
      return true;
    }
    refuse(
      post,
      `This may be the same post as ${other.url}, which already counts. Check the link, and use the other one if it is the same post.`,
    );
    return false;
  });
}

/** @throws {CommandError} if another brand's writer claimed one of the posts in the meantime */
async function claimAll(writer: BrandWriter, claims: readonly PostClaim[], now: Date): Promise<void> {
  const [held] = await claimPosts(writer, claims, now);
  if (held === undefined) return;
  throw new CommandError(
    `${await takenText(writer.db, held, 'provider')} It was submitted in the meantime: import the file again.`,
  );
}

/**
 * Creates creators for accounts that the brand doesn't know. Usernames are case-insensitive, as in the table.
 * @returns the number of creators created
 */
async function makeCreators(
  { writer: { db, brandId }, rowsAtOnce }: CreateContext,
  missing: readonly PostMetrics[],
): Promise<number> {
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
  });
  return made;
}

/** Returns the creator of each post by its account; undefined if the brand doesn't know the account. */
async function findCreators(
  { writer: { db, brandId }, rowsAtOnce }: CreateContext,
  missing: readonly PostMetrics[],
): Promise<(string | undefined)[]> {
  const creatorIds: (string | undefined)[] = missing.map(() => undefined);
  await inBatches([...missing.entries()], rowsAtOnce, async (batch) => {
    const named = JSON.stringify(batch.map(([at, { link, username }]) => ({ at, platform: link.platform, username })));
    const found = await rowsOf<{ at: number; id: string }>(
      db,
      // At most one row matches; the limit keeps the planner from reading all of the brand's creators.
      sql`select at, found.id from jsonb_to_recordset(${named}::jsonb) as named(at int, platform text, username text)
        cross join lateral (
          select ${creators.id} from ${creators} where ${creators.brandId} = ${someBrand(brandId)}
            and ${creators.platform} = named.platform and lower(${creators.username}) = lower(named.username) limit 1
        ) found`,
    );
    for (const { at, id } of found) creatorIds[at] = id;
  });
  return creatorIds;
}

/** Passes ids as a single parameter, since a statement can have at most 65,535 parameters. */
const anyOf = (ids: readonly string[]) => sql`any(${`{${ids.join()}}`}::text[])`;

/** Returns each creator's offer in the campaign: the most advanced one, then the newest that hasn't ended. */
async function findOffers(
  { writer, campaignId, rowsAtOnce }: CreateContext,
  creatorIds: readonly string[],
): Promise<Map<string, string>> {
  const of = new Map<string, string>();
  await inBatches([...new Set(creatorIds)], rowsAtOnce, async (batch) => {
    const stored = await writer.db
      .select({
        id: offers.id,
        creatorId: offers.creatorId,
        stage: offers.stageType,
        invalidationType: offers.invalidationType,
      })
      .from(offers)
      .where(
        and(
          eq(offers.brandId, someBrand(writer.brandId)),
          eq(offers.campaignId, campaignId),
          eq(offers.creatorId, anyOf(batch)),
        ),
      )
      .orderBy(desc(offers.createdAt), desc(offers.id));
    const live = stored.filter((offer) => !hasEnded(offer));
    const posted = live.filter(({ stage }) => ['ongoing', 'complete'].includes(offerStageGroup(stage)));
    for (const { id, creatorId } of [...posted, ...live, ...stored]) if (!of.has(creatorId)) of.set(creatorId, id);
  });
  return of;
}

interface FoundOffers {
  /** The creator of each post. */
  creatorIds: readonly (string | undefined)[];
  /** The offer of each creator. */
  offerIds: Map<string, string>;
  newOfferId: () => string;
  isBlocked(post: PostMetrics): boolean;
}

/** Creates offers for creators who have none, and adds them to `offerIds`. @returns the number of offers created */
async function makeOffers(
  { writer, campaignId, now, rowsAtOnce }: CreateContext,
  missing: readonly PostMetrics[],
  { creatorIds, offerIds, newOfferId, isBlocked }: FoundOffers,
): Promise<number> {
  const rows = missing.flatMap((post, at) => {
    const { postedAt, link } = post;
    const creatorId = creatorIds[at];
    if (creatorId === undefined || offerIds.has(creatorId) || isBlocked(post)) return [];
    const id = newOfferId();
    offerIds.set(creatorId, id);
    return [{ id, creatorId, postedAt, url: link.url }];
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
  return rows.length;
}
