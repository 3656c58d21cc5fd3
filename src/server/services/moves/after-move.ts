import type { OfferStageType } from '#contract/brand/offer.ts';
import type { MoveName } from '#domain/offers/offer-moves.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';

/** A move made by one or more offers. */
export interface MadeMove {
  move: MoveName;
  toStage: OfferStageType;
  /** Each offer with the move's number in its history. */
  offers: readonly { offerId: string; sequence: number }[];
  now: Date;
}

/**
 * Runs after each move, in the move's transaction; an error rolls the move back. Callers pass it in because the
 * modules that react to moves import this one.
 */
export type AfterMove = (writer: BrandWriter, moved: MadeMove) => Promise<unknown>;
