import type { BrandWriter } from '../../database/brand-scope.ts';
import { offerDeliveries } from '../../database/offer-tables.ts';

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
