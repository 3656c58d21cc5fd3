import { and, eq, inArray } from 'drizzle-orm';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { creatorAccounts, creatorProfiles, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { creators, offers } from '#server/database/tables/tables.ts';

/** The creator behind an offer, as known to the provider. */
export interface OfferCreator {
  id: string;
  email: string;
  firstName: string;
  /** Time at which the creator turned reminders off; null while they are on. */
  remindersOffAt: Date | null;
  /** Time at which the team blocked the creator; null unless blocked. */
  blockedAt: Date | null;
}

/**
 * Returns the creators of these offers, by offer id. Accounts known only to a brand, such as the demo's, have no creator.
 */
export async function creatorsOfOffers(
  { db, own }: BrandScope,
  offerIds: readonly string[],
): Promise<Map<string, OfferCreator>> {
  const rows = await db
    .select({
      offerId: offers.id,
      ...{ id: creatorProfiles.id, email: creatorProfiles.email, firstName: creatorProfiles.firstName },
      ...{ remindersOffAt: creatorProfiles.remindersOffAt, blockedAt: creatorProfiles.blockedAt },
    })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .innerJoin(creatorAccounts, isSameAccount())
    .innerJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(own(offers, inArray(offers.id, [...offerIds])));
  return new Map(rows.map(({ offerId, ...creator }) => [offerId, creator]));
}

/** True if the team has blocked the creator of this offer. */
export async function isCreatorBlocked(scope: BrandScope, offerId: string): Promise<boolean> {
  const creator = (await creatorsOfOffers(scope, [offerId])).get(offerId);
  return creator !== undefined && creator.blockedAt !== null;
}
