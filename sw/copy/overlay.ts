import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { ValueOf } from '#domain/offers/brand-record.ts';

/** The brand's optimistic updates to the copy's records, computed from the queue. */
export interface Overlay {
  /** A record with the brand's settled intents that haven't reached the copy, and its pending ones, applied. */
  show<T extends BrandRecord['type']>(type: T, value: ValueOf<T>): ValueOf<T>;
  /** True where the last intent about a record has not been refused. */
  isWaiting(type: BrandRecord['type'], id: string): boolean;
  /** Ids of records that an intent that waits may put under another filter than they are stored under. */
  refiled(type: BrandRecord['type']): readonly string[];
  /** Results of settled intents that haven't reached the copy, which are newer than the stored records. */
  settled<T extends BrandRecord['type']>(type: T): readonly ValueOf<T>[];
}

/** Shows the stored records unchanged. */
export const noOverlay: Overlay = {
  show: (_, value) => value,
  isWaiting: () => false,
  refiled: () => [],
  settled: () => [],
};
