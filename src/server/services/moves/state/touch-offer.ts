import { eq } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { offers } from '#server/database/tables/tables.ts';
import { isUnderReview } from './offers.ts';

/** Makes clients refetch an offer after a change to related data outside its row. */
export async function touchOffer({ db, own, revision }: BrandWriter, offerId: string): Promise<void> {
  await db
    .update(offers)
    .set({ revision })
    .where(own(offers, eq(offers.id, offerId)));
}

/** Makes clients refetch the offers in review after a change to their due times. */
export async function touchReviews({ db, own, revision }: BrandWriter): Promise<void> {
  await db.update(offers).set({ revision }).where(own(offers, isUnderReview()));
}
