import type { OfferStageType } from '#contract/brand/offer.ts';
import type { MoveName } from '#domain/offers/offer-moves.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';

/** A move that one or more offers have made. */
export interface Moved {
  move: MoveName;
  toStage: OfferStageType;
  /** Each offer with the number of the move in its history. */
  offers: readonly { offerId: string; sequence: number }[];
  now: Date;
}

/**
 * Receives each move at its end, in the move's transaction: an error undoes the move. Every caller of a move passes one, because the
 * rooms that react to moves import this one.
 */
export type AfterMove = (writer: BrandWriter, moved: Moved) => Promise<unknown>;
