import type { BrandRecord } from '../contract/intent.ts';
import type { Offer } from '../contract/offer.ts';

/** The offer of a record; null where it is none. */
export const offerIn = (record: BrandRecord | null | undefined): Offer | null =>
  record?.type === 'offer' ? record.value : null;
