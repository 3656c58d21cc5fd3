import { and, isNotNull, lt } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { offerDeliveries } from '#server/database/offer-tables.ts';

/** Notes where a package goes, or how it went. */
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

/** An address is kept for 90 days after the package was sent there. */
export async function forgetAddresses(db: Database, now: Date): Promise<void> {
  const isOld = lt(offerDeliveries.sentAt, new Date(now.getTime() - 90 * 86_400_000));
  await db
    .update(offerDeliveries)
    .set({ address: null })
    .where(and(isOld, isNotNull(offerDeliveries.address)));
}
