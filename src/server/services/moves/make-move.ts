import { eq, inArray } from 'drizzle-orm';
import type { Offer } from '#contract/brand/offer.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import { moveRefusal } from '#domain/offers/move-refusal.ts';
import { type Mover, moveRule, offerMoves } from '#domain/offers/offer-moves.ts';
import { destinationOf } from '#domain/offers/offer-situation.ts';
import type { BrandScope, BrandWriter } from '#server/database/brand-scope.ts';
import { offerMoves as moveRows } from '#server/database/tables/offer-tables.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { notFound } from '#server/errors/api-error.ts';
import type { LookedUpPost } from '../posts/lookups/look-up.ts';
import type { AfterMove } from './after-move.ts';
import { applyEffects, ensureOpenAttempt } from './effects.ts';
import { endSourcing } from './state/campaign-state.ts';
import { readOffer } from './state/offers.ts';
import { touchSpentFee } from './state/places.ts';
import { MoveRefusedError } from './state/refused.ts';
import { type OfferState, readOfferStates } from './state/situations.ts';

export type MoveOrder = MoveWithInput & {
  offerId: string;
  by: Mover;
  /** The state that the mover has seen: the submission for a brand, the number of the last move for a creator. */
  seen?: { fulfillmentId: string } | { version: number };
  /** The platform's lookup of the submitted link, fetched beforehand. Without it, only the URL is checked. */
  lookedUp?: LookedUpPost | undefined;
  now: Date;
};

/**
 * Makes a move of an offer, in the writer's transaction. An offer's stage changes only through moves.
 * @param afterMove runs after the move, in the same transaction
 * @throws {ApiError} 404
 * @throws {MoveRefusedError} if the offer's state or the mover doesn't allow the move, or the offer has changed since
 * the mover saw it
 */
export async function makeMove(writer: BrandWriter, order: MoveOrder, afterMove: AfterMove): Promise<Offer> {
  const { offerId, by, now } = order;
  const state = await requireMove(writer, order);
  const toStage = destinationOf(order.move, state.situation);
  const change = await applyEffects(writer, state, order, now);
  const comesToDraft = toStage === 'SUBMIT_EVIDENCE' && moveRule(order.move).to === 'next-step';
  const { stageType } = state.offer;
  const isNewStage = toStage !== stageType || change.fulfillmentId !== undefined;
  await writer.db
    .update(offers)
    .set({
      ...change,
      ...(comesToDraft ? { fulfillmentId: await ensureOpenAttempt(writer, state, now) } : {}),
      ...endOf(order.move),
      stageType: toStage,
      ...(isNewStage ? { stageEnteredAt: now } : {}),
      updatedAt: now,
      revision: writer.revision,
    })
    .where(writer.own(offers, eq(offers.id, offerId)));
  const reason = 'reason' in order.input ? order.input.reason : null;
  const about = state.current?.submittedAt ? state.current.id : null;
  const bringsSubmission = /^(submit|replace|take-back)/.test(order.move);
  const fulfillmentId = bringsSubmission ? change.fulfillmentId : about;
  await addToHistory(writer, [{ ...rowOf(state, order, now), toStage, reason, fulfillmentId: fulfillmentId ?? null }]);
  if (toStage === 'AWAITING_EVIDENCE_CLEARANCE') await endSourcing(writer, state.offer.campaignId);
  if (toStage === 'ONGOING') await touchSpentFee(writer, state.offer.campaignId);
  if (by !== 'brand') await markUnread(writer, [state.offer.campaignId]);
  const moved = [{ offerId, sequence: state.sequence + 1 }];
  await afterMove(writer, { move: order.move, toStage, offers: moved, now });
  return readOffer(writer, offerId);
}

/**
 * Checks that a move is allowed, without making it.
 * @throws {ApiError} {@link MoveRefusedError} as {@link makeMove} does
 */
export async function requireMove(writer: BrandWriter, order: OrderedMove): Promise<OfferState> {
  const [state] = await readOfferStates(writer, [order.offerId]);
  if (state === undefined) throw notFound('Offer not found.');
  const refusal = refusalOf(order, state);
  if (refusal !== null) throw new MoveRefusedError(refusal, await readOffer(writer, order.offerId));
  return state;
}

type OrderedMove = Omit<MoveOrder, 'move' | 'input'> & Pick<MoveWithInput, 'move'>;

/** True if a move is currently allowed. Outside of a transaction, the offer may change right afterwards. */
export async function isAllowed(scope: BrandScope, order: OrderedMove): Promise<boolean> {
  const [state] = await readOfferStates(scope, [order.offerId]);
  return state !== undefined && refusalOf(order, state) === null;
}

const refusalOf = ({ move, by, seen, now }: OrderedMove, state: OfferState): string | null =>
  moveRefusal(move, by, state.situation, now.getTime()) ?? otherThanSeen(state, seen);

function otherThanSeen({ offer, sequence }: OfferState, seen: MoveOrder['seen']): string | null {
  if (seen === undefined) return null;
  const isSeen = 'version' in seen ? seen.version === sequence : seen.fulfillmentId === offer.fulfillmentId;
  return isSeen ? null : 'This offer has changed since you looked at it.';
}

const endOf = (move: MoveWithInput['move']) => {
  if (move === 'reopen') return { invalidationType: null };
  const { ends } = moveRule(move);
  return ends === undefined ? {} : { invalidationType: ends };
};

const rowOf = (
  { offer, sequence }: OfferState,
  { move, by }: { move: MoveWithInput['move']; by: Mover },
  now: Date,
) => ({
  offerId: offer.id,
  sequence: sequence + 1,
  move,
  by,
  at: now,
  fromStage: offer.stageType,
});

export async function addToHistory(
  { db, brandId }: BrandWriter,
  rows: readonly Omit<typeof moveRows.$inferInsert, 'brandId'>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(moveRows).values(rows.map((row) => ({ ...row, brandId })));
}

/** Moves without input that lead to the same stage from everywhere, so they can be made in bulk. */
export type PlainMove = 'expire' | 'fall-due' | 'clear-earning';

/**
 * Makes an automatic move, by the mover `clock`, of all of these offers that allow it. @returns the number of offers
 * moved
 */
export async function makeMoves(
  writer: BrandWriter,
  {
    move,
    offerIds,
    reason = null,
    now,
  }: { move: PlainMove; offerIds: readonly string[]; reason?: string | null; now: Date },
  afterMove: AfterMove,
): Promise<number> {
  const states = await readOfferStates(writer, offerIds);
  const moved = states.filter(({ situation }) => moveRefusal(move, 'clock', situation, now.getTime()) === null);
  const ids = moved.map(({ offer }) => offer.id);
  if (ids.length === 0) return 0;
  const toStage = offerMoves[move].to;
  await writer.db
    .update(offers)
    .set({ ...endOf(move), stageType: toStage, stageEnteredAt: now, updatedAt: now, revision: writer.revision })
    .where(writer.own(offers, inArray(offers.id, ids)));
  const rows = moved.map((state) => ({ ...rowOf(state, { move, by: 'clock' }, now), toStage, reason }));
  await addToHistory(writer, rows);
  await markUnread(writer, [...new Set(moved.map(({ offer }) => offer.campaignId))]);
  await afterMove(writer, { move, toStage, offers: rows, now });
  return ids.length;
}

export async function markUnread(writer: BrandWriter, campaignIds: readonly string[]): Promise<void> {
  await writer.db
    .update(campaigns)
    .set({ unread: true, revision: writer.revision })
    .where(writer.own(campaigns, inArray(campaigns.id, [...campaignIds])));
}
