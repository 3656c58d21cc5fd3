import type { Offer } from '#contract/brand/offer.ts';

/** A move that can't be made: nothing has changed. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
  /** The offer as it is; null where there is none. */
  readonly offer: Offer | null;
  /** The part of the input that is to blame, where one is: the move itself was in order. */
  readonly field: 'link' | null;

  constructor(message: string, offer: Offer | null, field: 'link' | null = null) {
    super(message);
    this.offer = offer;
    this.field = field;
  }
}
