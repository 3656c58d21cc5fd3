import { eq } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { offers } from '#server/database/tables/tables.ts';
import { isUnderReview } from './offers.ts';

/** Makes phones fetch an offer again after a change, outside its row, to data sent with it. */
export async function touchOffer({ db, own, revision }: BrandWriter, offerId: string): Promise<void> {
  await db
    .update(offers)
    .set({ revision })
    .where(own(offers, eq(offers.id, offerId)));
}

/** Makes phones fetch the offers in review again after a change of their due times. */
export async function touchReviews({ db, own, revision }: BrandWriter): Promise<void> {
  await db.update(offers).set({ revision }).where(own(offers, isUnderReview()));
}
