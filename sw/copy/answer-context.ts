import type { Day } from '#domain/time/period.ts';
import type { SyncRow } from '#sw/database/schema.ts';
import type { CopyRead } from './copy-read.ts';
import type { Overlay } from './overlay.ts';

/** Sources of an answer. */
export interface AnswerContext extends CopyRead {
  readonly sync: SyncRow;
  readonly today: Day;
  /** The brand's intents. */
  readonly overlay: Overlay;
}

/** An answer from the copy, and the time of its data, ms. */
export interface CopyAnswer {
  body: unknown;
  storedAt: number;
}

/** Time at which a record was last known to be current: its fetch, or a later sync that brought nothing newer. */
export const knownAt = ({ sync }: AnswerContext, storedAt: number): number =>
  sync.complete ? Math.max(storedAt, sync.syncedAt ?? 0) : storedAt;
