import { eq, sql } from 'drizzle-orm';
import { type PostLink, postName } from '#domain/posts/post-link.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { type Database, rowsOf } from '#server/database/database.ts';
import { postNames } from '#server/database/tables/post-tables.ts';
import { offers, posts } from '#server/database/tables/tables.ts';

/** A post to register for an offer, with all of its known links; the first one is stored. */
export interface PostClaim {
  offerId: string;
  links: readonly [PostLink, ...PostLink[]];
}

/** A post's name and the offer that has claimed it. */
export interface ClaimedName {
  platform: string;
  name: string;
  brandId: string;
  offerId: string;
}

interface NameRow {
  platform: string;
  name: string;
  post: string;
  url: string;
  offerId: string;
}

/** Sorts the names of all claims, so that two writers can't deadlock. */
function rowsFor(claims: readonly PostClaim[]): NameRow[] {
  const rows = claims.flatMap(({ offerId, links }) =>
    links.map((link) => ({
      ...{ platform: link.platform, name: postName(link), post: postName(links[0]), url: link.url, offerId },
    })),
  );
  return rows.sort((a, b) => (`${a.platform} ${a.name}` < `${b.platform} ${b.name}` ? -1 : 1));
}

const given = (
  rows: readonly Pick<NameRow, 'platform' | 'name'>[],
) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as given(platform text, name text, post text, url text, "offerId" text)`;

/**
 * Registers posts for offers of the brand. A name is free if no offer has claimed it, or if its offer ended before the
 * post was approved or counted. The table's key decides between writers of different brands: the second waits for the
 * first to commit.
 * @returns names that another offer has claimed; the caller must undo its claims to them
 */
export async function claimPosts(writer: BrandWriter, claims: readonly PostClaim[], now: Date): Promise<ClaimedName[]> {
  if (claims.length === 0) return [];
  const rows = rowsFor(claims);
  const insert = () =>
    writer.db.execute(sql`
      insert into ${postNames} (platform, name, post, url, brand_id, offer_id, created_at)
      select platform, name, post, url, ${writer.brandId}::text, "offerId", ${now.toISOString()}::timestamptz
      from ${given(rows)} on conflict do nothing`);
  const others = () =>
    rowsOf<ClaimedName>(
      writer.db,
      sql`select held.platform, held.name, held.brand_id as "brandId", held.offer_id as "offerId"
        from ${given(rows)} join ${postNames} held using (platform, name)
        where (held.brand_id, held.offer_id) <> (${writer.brandId}::text, given."offerId")`,
    );
  await insert();
  const held = await others();
  if (held.length === 0 || (await freeEnded(writer.db, held)) === 0) return held;
  await insert();
  return others();
}

/** The domain's `hasEnded` for the offer `o`. */
export const offerHasEnded = sql`(o.invalidation_type is not null or o.stage_type in ('INVALIDATED', 'REJECTED'))`;

/** SQL condition: the offer ended before its post was approved or counted. */
const hasGivenUp = sql`${offerHasEnded}
  and o.final_post_url is null
  and not exists (select from ${posts} p where p.brand_id = o.brand_id and p.offer_id = o.id)`;

/** A claimed name, with the offer's campaign. */
export interface FoundName extends ClaimedName {
  campaignId: string;
}

/** Returns names claimed by offers of any brand, which other offers can't claim. */
export async function findClaimedNames(db: Database, links: readonly PostLink[]): Promise<FoundName[]> {
  if (links.length === 0) return [];
  const names = links.map((link) => ({ platform: link.platform, name: postName(link) }));
  return rowsOf<FoundName>(
    db,
    sql`select held.platform, held.name, held.brand_id as "brandId", held.offer_id as "offerId", o.campaign_id as "campaignId"
      from ${given(names)} join ${postNames} held using (platform, name)
      join ${offers} o on o.brand_id = held.brand_id and o.id = held.offer_id
      where not (${hasGivenUp})`,
  );
}

/**
 * Frees names, as a claim would, before a brand's stored rows are inserted.
 * @returns names that are still claimed
 */
export async function freeNames(
  db: Database,
  names: readonly Pick<ClaimedName, 'platform' | 'name'>[],
): Promise<ClaimedName[]> {
  const held = () =>
    rowsOf<ClaimedName>(
      db,
      sql`select held.platform, held.name, held.brand_id as "brandId", held.offer_id as "offerId"
        from ${given(names)} join ${postNames} held using (platform, name) order by held.platform, held.name`,
    );
  const found = await held();
  return found.length === 0 || (await freeEnded(db, found)) === 0 ? found : held();
}

/**
 * Frees names of offers that ended before their post was approved or counted. The offers are read first: on a
 * distributed database, the registry and the offers are on different servers, and a DELETE can't join them.
 * @returns the number of names freed
 */
async function freeEnded(db: Database, held: readonly ClaimedName[]): Promise<number> {
  const ended = await rowsOf<ClaimedName>(
    db,
    sql`select n.platform, n.name, n.brand_id as "brandId", n.offer_id as "offerId"
      from ${given(held)} join ${postNames} n using (platform, name)
      join ${offers} o on o.brand_id = n.brand_id and o.id = n.offer_id
      where ${hasGivenUp}`,
  );
  if (ended.length === 0) return 0;
  const freed = await rowsOf(
    db,
    sql`delete from ${postNames} n
      using jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended(platform text, name text, "brandId" text, "offerId" text)
      where n.platform = ended.platform and n.name = ended.name
        and n.brand_id = ended."brandId" and n.offer_id = ended."offerId"
      returning n.name`,
  );
  return freed.length;
}

/** Releases an offer's post whose link was sent back or replaced, unless the post already has figures. */
export async function releasePost(writer: BrandWriter, offerId: string, link: PostLink): Promise<void> {
  const { db, brandId } = writer;
  const ofOffer = writer.own(posts, eq(posts.offerId, offerId));
  const [counted] = await db.select({ id: posts.id }).from(posts).where(ofOffer).limit(1);
  if (counted !== undefined) return;
  await db.execute(sql`
    delete from ${postNames} n using ${postNames} known
    where n.brand_id = ${brandId} and n.offer_id = ${offerId} and known.brand_id = n.brand_id
      and known.offer_id = n.offer_id and known.platform = ${link.platform} and known.name = ${postName(link)}
      and n.platform = known.platform and n.post = known.post`);
}
