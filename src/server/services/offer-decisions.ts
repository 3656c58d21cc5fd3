import { eq, max } from 'drizzle-orm';
import type { Offer, RequestedChange } from '../../contract/offer.ts';
import { canReview } from '../../domain/offer-stage.ts';
import { type DecidedStage, stageAfterAccept, stageAfterReject } from '../../domain/offer-transitions.ts';
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
 * Approves what is under review.
 * @throws {ApiError} 404; 412 with the offer as it is now if that is not what was seen, or not under review
 */
export async function acceptEvidence(writer: BrandWriter, decision: Decision): Promise<Offer> {
  const fulfillment = await reviewed(writer, decision);
  await settle(writer, decision, { acceptedAt: decision.now });
  return moveOn(writer, decision, stageAfterAccept(fulfillment));
}

/**
 * Asks the creator for changes.
 * @throws {ApiError} 404; 412 with the offer as it is now if that is not what was seen, or not under review
 */
export async function rejectEvidence(
  writer: BrandWriter,
  decision: Decision,
  requestedChanges: RequestedChange[],
): Promise<Offer> {
  const fulfillment = await reviewed(writer, decision);
  await settle(writer, decision, { rejectedAt: decision.now, requestedChanges });
  return moveOn(writer, decision, stageAfterReject(fulfillment));
}

/** The writer holds the brand's lock, so what is read here is still so when it is changed. */
async function reviewed(writer: BrandWriter, { offerId, seen }: Decision) {
  const offer = await readOffer(writer, offerId);
  const { fulfillment } = offer.currentStage;
  if (!canReview(offer) || fulfillment === null || fulfillment.id !== seen) {
    throw new ApiError('offer_changed', 'This offer has changed since you looked at it.', { body: { offer } });
  }
  return fulfillment;
}

async function settle(
  writer: BrandWriter,
  { seen }: Decision,
  outcome: Partial<typeof fulfillments.$inferInsert>,
): Promise<void> {
  await writer.db
    .update(fulfillments)
    .set(outcome)
    .where(writer.own(fulfillments, eq(fulfillments.id, seen)));
}

/** The offer enters the next stage; what the creator owes is a try of its own, still empty. */
async function moveOn(
  writer: BrandWriter,
  { offerId, now }: Decision,
  { type, owed, finalPostUrl }: DecidedStage,
): Promise<Offer> {
  const { brandId, revision } = writer;
  const fulfillmentId = newId('ful', now);
  if (owed !== null) {
    const attempt = await nextAttempt(writer, offerId);
    await writer.db.insert(fulfillments).values({ ...owed, brandId, id: fulfillmentId, offerId, attempt });
  }
  await writer.db
    .update(offers)
    .set({
      stageType: type,
      stageEnteredAt: now,
      updatedAt: now,
      revision,
      ...(owed === null ? {} : { fulfillmentId }),
      ...(finalPostUrl === undefined ? {} : { finalPostUrl }),
    })
    .where(writer.own(offers, eq(offers.id, offerId)));
  return readOffer(writer, offerId);
}

async function nextAttempt(writer: BrandWriter, offerId: string): Promise<number> {
  const [row] = await writer.db
    .select({ last: max(fulfillments.attempt) })
    .from(fulfillments)
    .where(writer.own(fulfillments, eq(fulfillments.offerId, offerId)));
  return (row?.last ?? 0) + 1;
}
