import { eq, max } from 'drizzle-orm';
import type { OfferStageType } from '../../../contract/offer.ts';
import { fulfillments } from '../../database/tables.ts';
import { captionFor, scenes } from '../brand/captions.ts';
import { idFrom, pick } from '../random.ts';
import { enterStage, type LiveOffer, liveOffers, type SimulatedEvent, type World } from './context.ts';

/**
 * Where an offer goes by what others than the brand do: the creator, the post, the provider. A stage that is named more often
 * is likelier. The brand's own decisions, and what answers them, are not here.
 */
export const moves: Partial<Record<OfferStageType, readonly OfferStageType[]>> = {
  OFFERED: [
    ...(['SUBMIT_EVIDENCE', 'SUBMIT_EVIDENCE', 'SUBMIT_EVIDENCE', 'SUBMIT_EVIDENCE', 'SUBMIT_EVIDENCE'] as const),
    ...(['SUBMIT_ADDRESS', 'SUBMIT_CUSTOM_CAPTION', 'AWAITING_CONTRACT', 'REJECTED'] as const),
  ],
  AWAITING_PARENT_CONTRACT: ['AWAITING_CONTRACT'],
  AWAITING_CONTRACT: ['SUBMIT_EVIDENCE'],
  SUBMIT_ADDRESS: ['AWAITING_PACKAGE'],
  AWAITING_PACKAGE: ['SUBMIT_EVIDENCE'],
  SUBMIT_CUSTOM_CAPTION: ['AWAITING_CUSTOM_CAPTION_CLEARANCE'],
  AWAITING_CUSTOM_CAPTION_CLEARANCE: ['SUBMIT_EVIDENCE'],
};

/** A creator accepts or declines an offer, or an accepted one comes nearer to its draft. */
export async function moveOne(world: World): Promise<SimulatedEvent | null> {
  const from = Object.keys(moves) as OfferStageType[];
  const waiting = (await liveOffers(world, from)).slice(0, 40);
  if (waiting.length === 0) return null;
  const chosen = pick(world.random, waiting);
  const { offer } = chosen;
  const to = pick(world.random, moves[offer.stageType] ?? []);
  const fulfillmentId = await tryFor(world, chosen, to);
  await enterStage(world, offer, { stageType: to, ...(fulfillmentId === null ? {} : { fulfillmentId }) });
  return { kind: to === 'REJECTED' ? 'declined' : 'moved', campaignId: offer.campaignId, offerId: offer.id };
}

/** What the new stage is about: an empty try at the draft, or a caption that waits; null for neither. */
async function tryFor(world: World, { offer, owed }: LiveOffer, to: OfferStageType): Promise<string | null> {
  const { writer, now, random } = world;
  const isCaption = to === 'AWAITING_CUSTOM_CAPTION_CLEARANCE';
  if (to !== 'SUBMIT_EVIDENCE' && !isCaption) return null;
  if (owed !== null) {
    const isThat = writer.own(fulfillments, eq(fulfillments.id, owed.id));
    await writer.db.update(fulfillments).set({ acceptedAt: now }).where(isThat);
  }
  const [row] = await writer.db
    .select({ last: max(fulfillments.attempt) })
    .from(fulfillments)
    .where(writer.own(fulfillments, eq(fulfillments.offerId, offer.id)));
  const id = idFrom(random, 'ful', now);
  await writer.db.insert(fulfillments).values({
    brandId: writer.brandId,
    id,
    offerId: offer.id,
    attempt: (row?.last ?? 0) + 1,
    evidenceType: 'VIDEO_WITH_CAPTION',
    ...(isCaption ? { caption: captionFor(random, pick(random, scenes)), submittedAt: now } : {}),
  });
  return id;
}
