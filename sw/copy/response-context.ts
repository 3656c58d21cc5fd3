import type { Day } from '#domain/time/period.ts';
import type { SyncRow } from '#sw/database/schema.ts';
import type { CopyRead } from './copy-read.ts';
import type { Overlay } from './overlay.ts';

/** Everything that a response from the copy is computed from. */
export interface ResponseContext extends CopyRead {
  readonly sync: SyncRow;
  readonly today: Day;
  /** The brand's optimistic updates. */
  readonly overlay: Overlay;
}

/** A response from the copy, and the time of its data, ms. */
export interface CopyResponse {
  body: unknown;
  storedAt: number;
}

/** Time at which a record was last known to be current: its fetch, or a later sync without a newer version. */
export const currentAsOf = ({ sync }: ResponseContext, storedAt: number): number =>
  sync.complete ? Math.max(storedAt, sync.syncedAt ?? 0) : storedAt;
