import type { BrandRecord } from '#contract/brand-record.ts';
import type { ValueOf } from '#domain/brand-record.ts';

/** The brand's intents, laid over the copy's records by the queue. */
export interface Overlay {
  /** A record as the brand has left it, by what was done and is not in the copy, and by what waits. */
  show<T extends BrandRecord['type']>(type: T, value: ValueOf<T>): ValueOf<T>;
  /** True where the last intent about a record has not been refused. */
  isWaiting(type: BrandRecord['type'], id: string): boolean;
  /** Ids of records that an intent that waits may put under another filter than they are stored under. */
  refiled(type: BrandRecord['type']): readonly string[];
  /** Records as intents have left them that are not in the copy: newer than the stored ones. */
  settled<T extends BrandRecord['type']>(type: T): readonly ValueOf<T>[];
}

/** Shows what is stored. */
export const noOverlay: Overlay = {
  show: (_, value) => value,
  isWaiting: () => false,
  refiled: () => [],
  settled: () => [],
};
