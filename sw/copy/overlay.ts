import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { ValueOf } from '#domain/offers/brand-record.ts';

/** The brand's optimistic updates to the copy's records, computed from the queue. */
export interface Overlay {
  /** Returns a record with the brand's pending intents applied, as well as settled ones that haven't reached the copy. */
  show<T extends BrandRecord['type']>(type: T, value: ValueOf<T>): ValueOf<T>;
  /** True if the last intent for a record is still pending rather than refused. */
  isWaiting(type: BrandRecord['type'], id: string): boolean;
  /** Ids of records that may match other filters than their stored versions, because of a pending intent. */
  refiled(type: BrandRecord['type']): readonly string[];
  /** Results of settled intents that haven't reached the copy, which are newer than the stored records. */
  settled<T extends BrandRecord['type']>(type: T): readonly ValueOf<T>[];
}

/** An overlay without updates, which leaves the stored records unchanged. */
export const noOverlay: Overlay = {
  show: (_, value) => value,
  isWaiting: () => false,
  refiled: () => [],
  settled: () => [],
};
