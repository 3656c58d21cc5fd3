import type { BrandRecord } from '#contract/worker/brand-record.ts';
import type { ValueOf } from '#domain/offers/brand-record.ts';

/** The brand's optimistic updates to the copy's records, computed from the queue. */
export interface Overlay {
  /** A record with the brand's pending intents applied, and its settled ones that haven't reached the copy. */
  show<T extends BrandRecord['type']>(type: T, value: ValueOf<T>): ValueOf<T>;
  /** True if the last intent for a record is still waiting, rather than refused. */
  isWaiting(type: BrandRecord['type'], id: string): boolean;
  /** Ids of records that a pending intent may move to a different filter than the stored one. */
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
