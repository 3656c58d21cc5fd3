import { eq } from 'drizzle-orm';
import type { WaitingTimes } from '#domain/offer-situation.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { waitingTimes } from '#server/database/offer-tables.ts';
import { brands, offers } from '#server/database/tables.ts';
import { isUnderReview } from '../moves/offers.ts';
import { onlyWaits, readWaits } from '../moves/situations.ts';
import { touchReviews } from '../moves/touch-offer.ts';
import { type AdminContext, isBrandNamed, noBrandNamed } from './brands.ts';

/** Sets how long offers wait for creators and brands, where something is said of it; tells what holds then. */
export async function setWaits({ db }: AdminContext, given: Partial<WaitingTimes>): Promise<WaitingTimes> {
  const waits = await db.transaction(async (tx) => {
    const waits = { ...(await readWaits(tx)), ...given };
    await tx
      .insert(waitingTimes)
      .values({ id: onlyWaits, ...waits })
      .onConflictDoUpdate({ target: waitingTimes.id, set: waits });
    return waits;
  });
  if (given.reviewDays !== undefined) {
    const reviewing = await db.selectDistinct({ brandId: offers.brandId }).from(offers).where(isUnderReview());
    for (const { brandId } of reviewing) await writeBrand({ db, brandId }, touchReviews);
  }
  return waits;
}

/** Terms of a brand: after how many days without its word the provider may decide for it (null: never), and what it pays and asks for. */
export interface BrandTerms {
  silentDays: number | null;
  cpmCents: number;
  requiredHashtag: string | null;
}

/**
 * Sets the terms of a brand that are given, and tells all that hold then. Campaigns that run keep what they pay.
 * @throws {CommandError} if there is no such brand
 */
export async function setBrandTerms(
  { db }: AdminContext,
  { brand: named, terms }: { brand: string; terms: Partial<BrandTerms> },
): Promise<BrandTerms & { email: string }> {
  const [found] = await db.select({ id: brands.id }).from(brands).where(isBrandNamed(named));
  if (found === undefined) throw noBrandNamed(named);
  return writeBrand({ db, brandId: found.id }, async (writer) => {
    const [row] = await writer.db
      .update(brands)
      .set({ ...terms, shownRevision: writer.revision })
      .where(eq(brands.id, writer.brandId))
      .returning({
        ...{ email: brands.email, silentDays: brands.silentDays },
        ...{ cpmCents: brands.cpmCents, requiredHashtag: brands.requiredHashtag },
      });
    if (row === undefined) throw noBrandNamed(named);
    if (terms.silentDays !== undefined) await touchReviews(writer);
    return row;
  });
}
