import type { Offer } from '#contract/brand/offer.ts';

/** The move isn't allowed, and nothing has changed. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
  /** The offer's current state; null if there is none. */
  readonly offer: Offer | null;
  /** The invalid part of the input; null if the move itself isn't allowed. */
  readonly field: 'link' | null;

  constructor(message: string, offer: Offer | null, field: 'link' | null = null) {
    super(message);
    this.offer = offer;
    this.field = field;
  }
}
