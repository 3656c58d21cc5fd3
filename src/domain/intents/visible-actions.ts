import { isQuiet } from '#contract/brand/intent.ts';
import { type QueuedAction, type SyncStatus, unreadable } from '#contract/worker/sync-status.ts';

/** The actions that screens count and list, without those made by the app itself. */
export const visibleActions = (actions: readonly QueuedAction[]): readonly QueuedAction[] =>
  actions.filter(({ kind }) => kind === unreadable || !isQuiet(kind));

/**
 * Counts of queued actions, of which a status lists only the first few. A null status, which means that there is no worker,
 * counts as empty.
 */
export function visibleCounts(status: Pick<SyncStatus, 'actions' | 'counts'> | null): {
  attention: number;
  waiting: number;
  /** Number of waiting actions that can still be undone. */
  held: number;
} {
  if (status?.counts) return status.counts;
  const visible = visibleActions(status?.actions ?? []);
  const attention = visible.filter(({ state }) => state === 'attention').length;
  return { attention, waiting: visible.length - attention, held: 0 };
}
