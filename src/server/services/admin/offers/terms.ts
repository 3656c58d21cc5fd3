import { eq } from 'drizzle-orm';
import type { WaitingTimes } from '#domain/offers/offer-situation.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { waitingTimes } from '#server/database/tables/offer-tables.ts';
import { brands, offers } from '#server/database/tables/tables.ts';
import { isUnderReview } from '#server/services/moves/state/offers.ts';
import { readWaitingTimes, waitingTimesId } from '#server/services/moves/state/situations.ts';
import { touchReviews } from '#server/services/moves/state/touch-offer.ts';
import { type AdminContext, brandNotFound, isBrandNamed } from '../shared/brands.ts';

/** Updates the given waiting times for creators and brands, and returns all of them. */
export async function setWaitingTimes({ db }: AdminContext, given: Partial<WaitingTimes>): Promise<WaitingTimes> {
  const waits = await db.transaction(async (tx) => {
    const waits = { ...(await readWaitingTimes(tx)), ...given };
    await tx
      .insert(waitingTimes)
      .values({ id: waitingTimesId, ...waits })
      .onConflictDoUpdate({ target: waitingTimes.id, set: waits });
    return waits;
  });
  if (given.reviewDays !== undefined) {
    const reviewing = await db.selectDistinct({ brandId: offers.brandId }).from(offers).where(isUnderReview());
    for (const { brandId } of reviewing) await writeBrand({ db, brandId }, touchReviews);
  }
  return waits;
}

/**
 * Terms of a brand: days of silence after which the provider may decide for it (null: never), its rate and its hashtag.
 */
export interface BrandTerms {
  silentDays: number | null;
  cpmCents: number;
  requiredHashtag: string | null;
}

/**
 * Updates the given terms of a brand and returns all of them. Running campaigns keep the rates they started with.
 * @throws {CommandError} if there is no such brand
 */
export async function setBrandTerms(
  { db }: AdminContext,
  { brand: named, terms }: { brand: string; terms: Partial<BrandTerms> },
): Promise<BrandTerms & { email: string }> {
  const [found] = await db.select({ id: brands.id }).from(brands).where(isBrandNamed(named));
  if (found === undefined) throw brandNotFound(named);
  return writeBrand({ db, brandId: found.id }, async (writer) => {
    const [row] = await writer.db
      .update(brands)
      .set({ ...terms, shownRevision: writer.revision })
      .where(eq(brands.id, writer.brandId))
      .returning({
        ...{ email: brands.email, silentDays: brands.silentDays },
        ...{ cpmCents: brands.cpmCents, requiredHashtag: brands.requiredHashtag },
      });
    if (row === undefined) throw brandNotFound(named);
    if (terms.silentDays !== undefined) await touchReviews(writer);
    return row;
  });
}
