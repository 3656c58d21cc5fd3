import { and, eq, exists, isNotNull, lt, or } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offerDeliveries } from '#server/database/tables/offer-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { endedBefore } from './state/settled.ts';

/** Records a package's address or delivery status. */
export async function noteDelivery(
  { db, brandId }: BrandWriter,
  offerId: string,
  noted: Partial<typeof offerDeliveries.$inferInsert>,
): Promise<void> {
  await db
    .insert(offerDeliveries)
    .values({ ...noted, brandId, offerId })
    .onConflictDoUpdate({ target: [offerDeliveries.brandId, offerDeliveries.offerId], set: noted });
}

const keptMs = 90 * 86_400_000;

/**
 * Deletes addresses that are no longer needed: 90 days after the package was sent there or, if none was sent, 90 days
 * after the offer ended. An offer that is reopened later asks for the address again.
 */
export async function forgetAddresses(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  const isOfOffer = and(eq(offers.brandId, offerDeliveries.brandId), eq(offers.id, offerDeliveries.offerId));
  const ofEndedOffer = exists(
    db
      .select({ id: offers.id })
      .from(offers)
      .where(and(isOfOffer, endedBefore(before))),
  );
  await db
    .update(offerDeliveries)
    .set({ address: null })
    .where(and(isNotNull(offerDeliveries.address), or(lt(offerDeliveries.sentAt, before), ofEndedOffer)));
}
