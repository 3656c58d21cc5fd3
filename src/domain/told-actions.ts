import { isQuiet } from '#contract/intent.ts';
import { type QueuedAction, unreadable } from '#contract/sync-status.ts';

/** The actions that the user is told of, counted and listed: what is sent quietly is among them only where it was refused. */
export const toldActions = (actions: readonly QueuedAction[]): readonly QueuedAction[] =>
  actions.filter(({ kind, state }) => state === 'attention' || kind === unreadable || !isQuiet(kind));
