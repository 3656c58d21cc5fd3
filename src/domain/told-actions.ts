import { isQuiet } from '#contract/intent.ts';
import { type QueuedAction, unreadable } from '#contract/sync-status.ts';

/** The actions that screens count and list: without those that the app itself made. */
export const toldActions = (actions: readonly QueuedAction[]): readonly QueuedAction[] =>
  actions.filter(({ kind }) => kind === unreadable || !isQuiet(kind));
