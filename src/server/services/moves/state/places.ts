import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { offerStageTypes } from '#contract/brand/offer.ts';
import { canStillEarn } from '#domain/offers/offer-situation.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { campaigns, fulfillments, offers } from '#server/database/tables/tables.ts';

/** Outer columns are spelled out with their table, since both tables have them and Drizzle omits the table name. */
const approvedPostOf = (offer: SQL) => sql`exists (select 1 from ${fulfillments} f
  where f.brand_id = ${offer}.brand_id and f.offer_id = ${offer}.id
    and f.evidence_type = 'PUBLISHED_VIDEO_URL' and f.accepted_at is not null)`;

/** SQL condition: the offer's post was approved, regardless of later changes to the post. */
export const hasApprovedPost = approvedPostOf(sql`${offers}`);

const earning = `{${offerStageTypes.filter(canStillEarn).join()}}`;

/**
 * Number of free places in a campaign, as an SQL expression; null if unlimited. An accepted offer occupies a place
 * until its post is approved or the offer ends. An approved post occupies one permanently, since its fee is spent.
 */
export const freePlaces = sql<
  number | null
>`case when ${campaigns}.proposal_accepted_at is not null then ${campaigns}.fee_creators
  - (select count(*)::int from ${offers} o where o.brand_id = ${campaigns}.brand_id and o.campaign_id = ${campaigns}.id
    and ((o.invalidation_type is null and o.stage_type = any(${earning}::text[])) or ${approvedPostOf(sql`o`)})) end`;

/** SQL condition: the campaign has a free place or no limit. */
export const hasFreePlace = sql`coalesce(${freePlaces}, 1) > 0`;

/** True if an offer's post was approved. An imported post alone earns no fee. */
export async function isPostApproved(scope: BrandScope, offerId: string): Promise<boolean> {
  const isThis = scope.own(offers, eq(offers.id, offerId), hasApprovedPost);
  return (await scope.db.select({ id: offers.id }).from(offers).where(isThis)).length > 0;
}

/** Returns the number of approved posts by campaign; campaigns without any are left out. */
export async function approvedPosts(scope: BrandScope, campaignIds: readonly string[]): Promise<Map<string, number>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await scope.db
    .select({ id: offers.campaignId, posts: sql`count(*)`.mapWith(Number) })
    .from(offers)
    .where(scope.own(offers, inArray(offers.campaignId, [...campaignIds]), hasApprovedPost))
    .groupBy(offers.campaignId);
  return new Map(rows.map(({ id, posts }) => [id, posts]));
}

/** Makes clients refetch a campaign with reserved fees after a post was approved. */
export async function touchSpentFee(writer: BrandWriter, campaignId: string): Promise<void> {
  const isFunded = and(eq(campaigns.id, campaignId), isNotNull(campaigns.proposalAcceptedAt));
  await writer.db.update(campaigns).set({ revision: writer.revision }).where(writer.own(campaigns, isFunded));
}
