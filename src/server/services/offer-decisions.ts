import { eq } from 'drizzle-orm';
import type { Offer, RequestedChange } from '../../contract/offer.ts';
import { ApiError } from '../api-error.ts';
import type { BrandWriter } from '../database/brand-scope.ts';
import { fulfillments, offers } from '../database/tables.ts';
import { newId } from '../ids.ts';
import { readOffer } from './offers.ts';

interface Decision {
  offerId: string;
  /** The fulfillment that the brand looked at. */
  seen: string;
  now: Date;
}

/**
 * Approves what is under review: after a draft the creator owes the post's link, after a link the offer is ongoing.
 * @throws {ApiError} 404; 412 with the offer as it is now if that is not what was seen, or not under review
 */
export async function acceptEvidence(writer: BrandWriter, { offerId, seen, now }: Decision): Promise<Offer> {
  const { fulfillment, attempt } = await reviewed(writer, offerId, seen);
  await writer.db.update(fulfillments).set({ acceptedAt: now }).where(isFulfillment(writer, seen));
  if (fulfillment.evidenceType === 'VIDEO_WITH_CAPTION') {
    await awaitEvidence(writer, offerId, { evidenceType: 'PUBLISHED_VIDEO_URL', attempt: attempt + 1 }, now);
  } else {
    await writer.db
      .update(offers)
      .set({ stageType: 'ONGOING', finalPostUrl: fulfillment.fulfillment, ...movedOn(writer, now) })
      .where(writer.own(offers, eq(offers.id, offerId)));
  }
  return readOffer(writer, offerId);
}

/**
 * Asks the creator for changes: the same kind of evidence is owed again.
 * @throws {ApiError} 404; 412 with the offer as it is now if that is not what was seen, or not under review
 */
export async function rejectEvidence(
  writer: BrandWriter,
  { offerId, seen, now }: Decision,
  requestedChanges: RequestedChange[],
): Promise<Offer> {
  const { fulfillment, attempt } = await reviewed(writer, offerId, seen);
  await writer.db.update(fulfillments).set({ rejectedAt: now, requestedChanges }).where(isFulfillment(writer, seen));
  const { evidenceType } = fulfillment;
  await awaitEvidence(writer, offerId, { evidenceType, attempt: attempt + 1, rejectedFulfillmentId: seen }, now);
  return readOffer(writer, offerId);
}

/** The writer holds the brand's lock, so what is read here is still so when it is changed. */
async function reviewed(writer: BrandWriter, offerId: string, seen: string) {
  const offer = await readOffer(writer, offerId);
  const { type, fulfillment } = offer.currentStage;
  const isReviewed = type === 'AWAITING_EVIDENCE_CLEARANCE' && offer.invalidationType === null;
  if (!isReviewed || fulfillment === null || fulfillment.id !== seen) {
    throw new ApiError('offer_changed', 'This offer has changed since you looked at it.', { body: { offer } });
  }
  return { fulfillment, attempt: offer.review?.attempt ?? 1 };
}

const isFulfillment = (writer: BrandWriter, id: string) => writer.own(fulfillments, eq(fulfillments.id, id));

const movedOn = ({ revision }: BrandWriter, now: Date) => ({ stageEnteredAt: now, updatedAt: now, revision });

type Owed = Pick<typeof fulfillments.$inferInsert, 'evidenceType' | 'attempt' | 'rejectedFulfillmentId'>;

async function awaitEvidence(writer: BrandWriter, offerId: string, owed: Owed, now: Date): Promise<void> {
  const id = newId('ful', now);
  await writer.db.insert(fulfillments).values({ brandId: writer.brandId, id, offerId, ...owed });
  await writer.db
    .update(offers)
    .set({ stageType: 'SUBMIT_EVIDENCE', fulfillmentId: id, ...movedOn(writer, now) })
    .where(writer.own(offers, eq(offers.id, offerId)));
}
