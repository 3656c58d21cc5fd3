import { and, eq } from 'drizzle-orm';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { ApiError } from '#server/errors/api-error.ts';
import { creatorsOfOffers } from './creators-of-offers.ts';
import { readCreatorOffer } from './offer-view.ts';

interface Params {
  offerId: string;
  reference: string;
  seen: { version: number };
  now: Date;
}

/**
 * Saves a creator's payment reference. It belongs to the person, whichever offer's link it is sent through.
 * @param scope of a transaction that holds no brand's lock: mark-paid locks the profile first, then brands
 * @throws {ApiError} 412 if the reference has changed since the creator saw it, 409 while the offer has earned nothing
 */
export async function savePaymentReference(
  scope: BrandScope,
  { offerId, reference, seen, now }: Params,
): Promise<CreatorOffer> {
  const creator = (await creatorsOfOffers(scope, [offerId])).get(offerId);
  const offer = await readCreatorOffer(scope, offerId, now);
  if (creator === undefined || offer.payment === null) {
    throw new ApiError('move_refused', 'You can add a payment reference once you have earnings.', {
      body: { offer },
    });
  }
  const saved = await scope.db
    .update(creatorProfiles)
    .set({
      paymentReference: reference === '' ? null : reference,
      paymentReferenceAt: now,
      paymentReferenceVersion: seen.version + 1,
    })
    .where(and(eq(creatorProfiles.id, creator.id), eq(creatorProfiles.paymentReferenceVersion, seen.version)))
    .returning({ id: creatorProfiles.id });
  const after = await readCreatorOffer(scope, offerId, now);
  if (saved.length > 0) return after;
  throw new ApiError('offer_changed', 'Your payment reference was changed in another tab or on another device.', {
    body: { offer: after },
  });
}
