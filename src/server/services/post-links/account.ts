import { and, eq } from 'drizzle-orm';
import type { SocialPlatform } from '#contract/campaign.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { creators, offers } from '#server/database/tables.ts';

/** The account whose post an offer wants. @throws where there is no such offer */
export async function accountOf(
  { db, own }: BrandScope,
  offerId: string,
): Promise<{ platform: SocialPlatform; username: string }> {
  const [account] = await db
    .select({ platform: creators.platform, username: creators.username })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .where(own(offers, eq(offers.id, offerId)));
  if (account === undefined) throw new Error(`No account of offer ${offerId}`);
  return account;
}
