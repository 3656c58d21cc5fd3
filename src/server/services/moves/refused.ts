import type { Offer } from '../../../contract/offer.ts';

/** A move that can't be made: nothing has changed. */
export class MoveRefusedError extends Error {
  override readonly name = 'MoveRefusedError';
  /** The offer as it is; null where there is none. */
  readonly offer: Offer | null;

  constructor(message: string, offer: Offer | null) {
    super(message);
    this.offer = offer;
  }
}
