import type { Intent } from '#contract/brand/intent.ts';
import type { ChangedKind, WorkerMessage } from '#contract/worker/worker-message.ts';
import type { ActionRow } from '#sw/database/action-row.ts';
import type { SessionRow } from '#sw/database/schema.ts';
import type { SettledOutcome } from '#sw/queue/store-outcome.ts';

export interface SessionEvents {
  /** A login arrived and has not been processed yet. */
  sessionOffered(brandId: string): Promise<void>;
  /** The login is for a different brand from the last one. */
  brandChanged(brandId: string): Promise<void>;
  /** The session's brand is known; null if there is no session. */
  sessionSettled(brandId: string | null): void;
  loggedIn(): Promise<unknown>;
  /** The session has newer tokens than the pages may have. */
  sessionRenewed(row: SessionRow): Promise<unknown>;
  /** Asks pages for their session. @returns the number of pages */
  sessionRequested(): Promise<number>;
  sessionExpired(row: SessionRow): Promise<unknown>;
  /** The pages' session is no longer the latest. */
  sessionReplaced(): Promise<unknown>;
  /** A brand's data was cleared from the device. */
  brandLeft(): void;
}

export interface QueueEvents {
  /** An intent stays in the queue for now, so its record has a new optimistic update. */
  intentKept(intent: Intent): Promise<void>;
  /** An intent was settled: sent, refused, or moot. */
  actionSettled(action: ActionRow, settled: SettledOutcome): Promise<void>;
  /** The user has undone, discarded or retried (null) an intent. */
  actionTaken(action: ActionRow, outcome: 'undone' | 'discarded' | null): Promise<void>;
  /** A run ended and left intents in the queue. */
  actionsStay(): Promise<void>;
}

export interface DataEvents {
  /** A message was broadcast to the pages. */
  broadcast(message: WorkerMessage): void;
  /** An input of the sync status has changed. */
  changed(): void;
  /** The copy's data of these kinds has changed. */
  copyChanged(kinds: Iterable<ChangedKind>): Promise<void>;
  /** A write succeeded, so one that failed for lack of space may succeed now. */
  stored(): void;
  /** The copy is up to date, and may list new drafts to download. */
  synced(): void;
  /** A page has written to the server without the queue. */
  written(): Promise<unknown>;
  /** The server became reachable or unreachable. */
  reached(isOnline: boolean): void;
  /** A database became available or unavailable. */
  storage(isAvailable: boolean): void;
}

/** Events between the worker's modules, named after their sources. Modules don't depend on each other directly. */
export interface WorkerEvents extends SessionEvents, QueueEvents, DataEvents {}
