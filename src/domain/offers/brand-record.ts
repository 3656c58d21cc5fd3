import type { Campaign } from '#contract/brand/campaign.ts';
import type { Offer } from '#contract/brand/offer.ts';
import type { BrandRecord } from '#contract/worker/brand-record.ts';

interface Values {
  offer: Offer;
  campaign: Campaign;
}
/** Type of a record's value. */
export type ValueOf<T extends BrandRecord['type']> = Values[T];

/** The offer in a record; null if it isn't an offer. */
export const offerIn = (record: BrandRecord | null | undefined): Offer | null =>
  record?.type === 'offer' ? record.value : null;

/** The campaign in a record; null if it isn't a campaign. */
export const campaignIn = (record: BrandRecord | null | undefined): Campaign | null =>
  record?.type === 'campaign' ? record.value : null;

/** Type guard for records of one type. */
export const isOfType =
  <T extends BrandRecord['type']>(type: T) =>
  (record: BrandRecord): record is BrandRecord & { type: T; value: ValueOf<T> } =>
    record.type === type;

/** A record's value as the server sent it, without the optimistic update. */
export function withoutOverlay<T extends { pendingAction?: unknown }>({ pendingAction: _, ...value }: T) {
  return value;
}

/** A record as the server sent it, without the optimistic update. */
export const recordWithoutOverlay = (record: BrandRecord): BrandRecord =>
  record.type === 'offer'
    ? { type: 'offer', value: withoutOverlay(record.value) }
    : { type: 'campaign', value: withoutOverlay(record.value) };
