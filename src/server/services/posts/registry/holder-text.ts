import { and, eq } from 'drizzle-orm';
import { withoutControls } from '#contract/wire/controls.ts';
import type { Mover } from '#domain/offers/offer-moves.ts';
import type { Database } from '#server/database/database.ts';
import { brands, campaigns, creators, offers } from '#server/database/tables/tables.ts';
import type { ClaimedName } from './claim.ts';

/**
 * Describes the offer that has claimed a post. Only for the provider's team, since the text names another brand and
 * creator.
 */
export async function holderText(db: Database, { brandId, offerId }: ClaimedName): Promise<string> {
  const [holder] = await db
    .select({ brand: brands.name, campaign: campaigns.name, campaignId: campaigns.id, username: creators.username })
    .from(offers)
    .innerJoin(brands, eq(brands.id, offers.brandId))
    .innerJoin(campaigns, and(eq(campaigns.brandId, offers.brandId), eq(campaigns.id, offers.campaignId)))
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .where(and(eq(offers.brandId, brandId), eq(offers.id, offerId)));
  if (holder === undefined) return `offer ${offerId}`;
  const { brand, campaign, campaignId, username } = holder;
  return withoutControls(`@${username} in ${campaign ?? `${brand} Campaign`} (${campaignId}) of ${brand}`);
}

/** Explains why a post can't be used again, with only the details that the mover may see. */
export async function takenText(db: Database, held: ClaimedName, by: Mover): Promise<string> {
  if (by === 'provider') return `This post already counts for ${await holderText(db, held)}.`;
  if (by === 'creator') return 'This post was already submitted. Please link a different post.';
  return 'This post already counts for another offer.';
}
