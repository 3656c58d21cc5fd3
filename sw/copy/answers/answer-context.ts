import type { Day } from '#domain/period.ts';
import type { SyncRow } from '#sw/database/schema.ts';
import type { CopyRead } from '../copy-read.ts';
import type { Overlay } from '../overlay.ts';

/** Sources of an answer. */
export interface AnswerContext extends CopyRead {
  readonly sync: SyncRow;
  readonly today: Day;
  /** The brand's intents. */
  readonly overlay: Overlay;
}

/** An answer from the copy, and how old what it says is, ms. */
export interface CopyAnswer {
  body: unknown;
  storedAt: number;
}

/** When a record was last known to be so: it was fetched, or a sync since had nothing newer to tell. */
export const knownAt = ({ sync }: AnswerContext, storedAt: number): number =>
  sync.complete ? Math.max(storedAt, sync.syncedAt ?? 0) : storedAt;
