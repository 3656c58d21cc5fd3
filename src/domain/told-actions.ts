import type { IntentKind } from '#contract/intent.ts';
import { type QueuedAction, unreadable } from '#contract/sync-status.ts';
import { intentWords } from './intent-words.ts';

/** True for kinds that the user didn't decide, such as a mark that a campaign was read. */
export const isQuiet = (kind: IntentKind): boolean => intentWords[kind].isQuiet === true;

/** The actions that the user is told of, counted and listed: what is sent quietly is among them only where it was refused. */
export const toldActions = (actions: readonly QueuedAction[]): readonly QueuedAction[] =>
  actions.filter(({ kind, state }) => state === 'attention' || kind === unreadable || !isQuiet(kind));
