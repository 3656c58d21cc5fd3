import { type SQL, sql } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { someBrand } from '#server/database/growing.ts';
import { posts } from '#server/database/tables/tables.ts';
import { firstDayAfter, lastDayUpTo, snapshotOn } from '../snapshot-days.ts';
import { countingOf } from './baseline.ts';
import { postedDay, postOf } from './touched-posts.ts';

/** Stored rows that given figures change or depend on, each list as JSON; null if it is empty. */
export interface Stored {
  posts: string | null;
  /** Snapshots on the given days and on the stored days next to them. */
  days: string | null;
  /** All days of the offers whose posts gain days. */
  offers: string | null;
}

/**
 * Reads the stored rows that given figures affect, in one statement that Citus routes to the brand's server.
 * @param given JSON list of `postId` and `day`
 * @throws for a post of another brand
 */
export async function readStored({ db, brandId }: BrandWriter, given: string): Promise<Stored> {
  const [days, day] = [sql`p.snapshot_days`, sql`given.day`];
  const [found] = await rowsOf<Stored & { unknown: string | null }>(
    db,
    sql`with given as materialized (
        select * from jsonb_to_recordset(${given}::jsonb) as given("postId" text collate "C", day date)),
      given_posts as materialized (
        select p.id, p.campaign_id, p.offer_id, ${postedDay} as posted_day, p.snapshot_days, p.updated_at, p.view_count,
          p.like_count, p.comment_count, p.share_count, counting.*
        from (select distinct "postId" from given) each
        cross join lateral ${postOf({ brandId, id: sql`"postId"` })} p
        cross join lateral ${countingOf(sql`p`, someBrand(brandId))} counting),
      stored_days as (
        select f.post_id, f.day, f.view_count, f.like_count, f.comment_count, f.share_count
        from (
          select distinct p.id as post_id, near.day from given join given_posts p on p.id = "postId"
          cross join lateral (
            values (${day}), (${lastDayUpTo(days, day, '[)')}), (${firstDayAfter(days, day)})) as near(day)
          where not isempty(${days}) and ${days} @> near.day
        ) wanted
        cross join lateral ${snapshotOn({ brandId: someBrand(brandId), postId: sql`wanted.post_id`, day: sql`wanted.day` })} f),
      stored_offers as (
        select given_offers.offer_id, stored.days
        from (
          select distinct p.offer_id from given join given_posts p on p.id = "postId" where not ${days} @> ${day}
        ) given_offers
        cross join lateral (
          select range_agg(p.snapshot_days) as days from ${posts} p
          where p.brand_id = ${someBrand(brandId)} and p.offer_id = given_offers.offer_id
        ) stored)
      select (select json_agg(each)::text from given_posts each) as posts,
        (select json_agg(each)::text from stored_days each) as days,
        (select json_agg(each)::text from stored_offers each) as offers,
        (select min("postId") from given left join given_posts p on p.id = "postId" where p.id is null) as "unknown"`,
  );
  if (found === undefined) throw new Error('An aggregate without a row');
  const { unknown, ...stored } = found;
  if (unknown !== null) throw new Error(`Figures of ${unknown}, which is no post of ${brandId}`);
  return stored;
}

/**
 * Builds the CTEs `given_posts`, `stored_days` and `stored_offers` from the rows read before, for the statement that
 * writes.
 */
export const storedParts = ({ posts, days, offers }: Stored): SQL => sql`
  given_posts as materialized (
    select * from jsonb_to_recordset(${posts}::jsonb) as p(id text collate "C", campaign_id text collate "C",
      offer_id text collate "C", posted_day date, snapshot_days datemultirange, updated_at timestamptz, view_count bigint,
      like_count bigint, comment_count bigint, share_count bigint, first_counted_day date, is_from_zero boolean)),
  stored_days as materialized (
    select * from jsonb_to_recordset(${days}::jsonb) as f(post_id text collate "C", day date, view_count bigint,
      like_count bigint, comment_count bigint, share_count bigint)),
  stored_offers as materialized (
    select * from jsonb_to_recordset(${offers}::jsonb) as o(offer_id text collate "C", days datemultirange))`;
