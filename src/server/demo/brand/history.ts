import type { OfferStageType } from '#contract/brand/offer.ts';
import type { MoveName, Mover } from '#domain/offers/offer-moves.ts';
import type { offerMoves } from '#server/database/tables/offer-tables.ts';
import type { FulfillmentRow, OfferRow } from './offers/offer-history.ts';

export type MoveRow = Required<typeof offerMoves.$inferInsert>;

type Happened = Pick<MoveRow, 'move' | 'by' | 'at' | 'fromStage' | 'toStage' | 'fulfillmentId'>;

/** Last moves into the stages that no submission leads to. */
const lastMoves: Partial<Record<OfferStageType, readonly [MoveName, Mover, OfferStageType]>> = {
  REJECTED: ['decline', 'creator', 'OFFERED'],
  AWAITING_PARENT_CONTRACT: ['accept', 'creator', 'OFFERED'],
  AWAITING_CONTRACT: ['accept', 'creator', 'OFFERED'],
  SUBMIT_ADDRESS: ['accept', 'creator', 'OFFERED'],
  SUBMIT_CUSTOM_CAPTION: ['accept', 'creator', 'OFFERED'],
  AWAITING_PACKAGE: ['give-address', 'creator', 'SUBMIT_ADDRESS'],
  AWAITING_EARNING_CLEARANCE: ['fall-due', 'clock', 'ONGOING'],
  CLEARED: ['clear-earning', 'provider', 'AWAITING_EARNING_CLEARANCE'],
};

/** An offer's history, derived from its rows. */
export function historyOf(offer: OfferRow, tries: readonly FulfillmentRow[]): MoveRow[] {
  const { brandId, id: offerId, createdAt } = offer;
  const first: Happened = {
    move: 'invite',
    by: 'provider',
    at: createdAt ?? offer.stageEnteredAt,
    fromStage: null,
    toStage: 'OFFERED',
    fulfillmentId: null,
  };
  const happened = [first, ...tries.flatMap(ofTry), ...ending(offer, tries)];
  return happened.map((each, at) => ({ ...each, brandId, offerId, sequence: at + 1, reason: null }));
}

function ofTry({ id, evidenceType, fulfillment, submittedAt, acceptedAt, rejectedAt }: FulfillmentRow): Happened[] {
  const isLink = evidenceType === 'PUBLISHED_VIDEO_URL';
  const isCaption = !isLink && fulfillment === null;
  const owing = isCaption ? 'SUBMIT_CUSTOM_CAPTION' : 'SUBMIT_EVIDENCE';
  const inReview = isCaption ? 'AWAITING_CUSTOM_CAPTION_CLEARANCE' : 'AWAITING_EVIDENCE_CLEARANCE';
  const decidedAt = acceptedAt ?? rejectedAt;
  const submitted: Happened | null =
    submittedAt == null
      ? null
      : {
          move: isLink ? 'submit-link' : isCaption ? 'give-caption' : 'submit-draft',
          ...{ by: 'creator', at: submittedAt, fromStage: owing, toStage: inReview, fulfillmentId: id },
        };
  const decided: Happened | null =
    decidedAt == null
      ? null
      : {
          move: rejectedAt !== null ? 'request-changes' : isCaption ? 'clear-caption' : 'approve',
          by: isCaption ? 'provider' : 'brand',
          ...{ at: decidedAt, fromStage: inReview, fulfillmentId: id },
          toStage: acceptedAt !== null && isLink ? 'ONGOING' : 'SUBMIT_EVIDENCE',
        };
  return [submitted, decided].filter((each) => each !== null);
}

function ending(offer: OfferRow, tries: readonly FulfillmentRow[]): Happened[] {
  const { stageType: toStage, stageEnteredAt: at, invalidationType } = offer;
  const last = tries.at(-1);
  const isOpen = last?.submittedAt != null && last.acceptedAt === null && last.rejectedAt === null;
  const before = last === undefined ? 'OFFERED' : isOpen ? 'AWAITING_EVIDENCE_CLEARANCE' : 'SUBMIT_EVIDENCE';
  const invalidated = invalidationType === 'ADMIN_INVALIDATED';
  const [move, by, fromStage] =
    (toStage === 'INVALIDATED'
      ? ([invalidated ? 'invalidate' : 'expire', invalidated ? 'provider' : 'clock', before] as const)
      : lastMoves[toStage]) ?? [];
  return move && by && fromStage ? [{ move, by, at, fromStage, toStage, fulfillmentId: null }] : [];
}
