import { eq } from 'drizzle-orm';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { offers } from '#server/database/tables.ts';
import { isUnderReview } from './offers.ts';

/** Lets phones read an offer again: something beside its row has changed that they are told with it. */
export async function touchOffer({ db, own, revision }: BrandWriter, offerId: string): Promise<void> {
  await db
    .update(offers)
    .set({ revision })
    .where(own(offers, eq(offers.id, offerId)));
}

/** Lets phones read the offers in review again: when they are due has changed. */
export async function touchReviews({ db, own, revision }: BrandWriter): Promise<void> {
  await db.update(offers).set({ revision }).where(own(offers, isUnderReview()));
}
