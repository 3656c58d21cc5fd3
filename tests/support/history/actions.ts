import type { EventOf, HistoryEvent } from './event.ts';

/** What a user can be told of an action. */
export type Word = 'saved' | 'sent' | 'parked' | 'undone' | 'refused';

/** All that a history has of one action, in order of time. */
export interface Action {
  actionId: string;
  /** More than one where the user tried again; none where the server applied what nobody decided. */
  invokes: EventOf<'invoke'>[];
  words: { word: Word; at: number }[];
  /** What the user was told last and still believes: a retry makes what was told before it void. */
  lastWord: Word | null;
  applied: EventOf<'applied'>[];
}

/** Puts a history in order of time; what happened in the same millisecond stays as it was written. */
export function inOrder(events: readonly HistoryEvent[]): HistoryEvent[] {
  return events.toSorted((a, b) => a.at - b.at);
}

/** Collects an ordered history by action. */
export function actionsOf(events: readonly HistoryEvent[]): Action[] {
  const actions = new Map<string, Action>();
  const of = (actionId: string) => {
    const action: Action = actions.get(actionId) ?? { actionId, invokes: [], words: [], lastWord: null, applied: [] };
    actions.set(actionId, action);
    return action;
  };
  for (const event of events) {
    switch (event.kind) {
      case 'invoke': {
        const action = of(event.actionId);
        action.invokes.push(event);
        action.lastWord = null;
        break;
      }
      case 'applied':
        of(event.actionId).applied.push(event);
        break;
      case 'saved':
      case 'sent':
      case 'parked':
      case 'undone':
      case 'refused': {
        const action = of(event.actionId);
        action.words.push({ word: event.kind, at: event.at });
        action.lastWord = event.kind;
        break;
      }
    }
  }
  return [...actions.values()];
}

/** The offer of an action, as whoever knew it first had it. */
export function offerOf(action: Action): string | null {
  return action.invokes[0]?.offerId ?? action.applied[0]?.offerId ?? null;
}
