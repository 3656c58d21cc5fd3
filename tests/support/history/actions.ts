import type { EventOf, HistoryEvent } from './event.ts';

/** States of an action that the app reports to the user. */
export type Word = 'saved' | 'sent' | 'parked' | 'unsure' | 'undone' | 'refused' | 'abandoned';

/** A history's events for one action, in order of time. */
export interface Action {
  actionId: string;
  /** More than one if the user retried; empty if the server applied an action that no user decided. */
  invokes: EventOf<'invoke'>[];
  words: { word: Word; at: number }[];
  /** Last status shown to the user that still holds: a retry voids earlier ones. */
  lastWord: Word | null;
  /** Effects on the server that it hasn't lost since. */
  applied: EventOf<'applied'>[];
  /** Effects that the server lost in a restore from a backup. */
  lostByServer: EventOf<'applied'>[];
  /** Time at which a server that had refused it was restored: a copy of the request that arrives later may be applied. */
  refusalVoidAt: number | null;
  received: EventOf<'received'>[];
  denied: EventOf<'denied'>[];
}

/** Sorts a history by time; events in the same millisecond keep their recording order. */
export function inOrder(events: readonly HistoryEvent[]): HistoryEvent[] {
  return events.toSorted((a, b) => a.at - b.at);
}

/** Groups an ordered history by action. */
export function actionsOf(events: readonly HistoryEvent[]): Action[] {
  const actions = new Map<string, Action>();
  const of = (actionId: string) => {
    const none = {
      invokes: [],
      words: [],
      lastWord: null,
      applied: [],
      lostByServer: [],
      refusalVoidAt: null,
      received: [],
      denied: [],
    };
    const action: Action = actions.get(actionId) ?? { actionId, ...none };
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
      case 'restored':
        for (const action of event.actionIds.map(of)) action.lostByServer.push(...action.applied.splice(0));
        for (const action of actions.values()) if (action.denied.length > 0) action.refusalVoidAt = event.at;
        break;
      case 'received':
        of(event.actionId).received.push(event);
        break;
      case 'denied':
        of(event.actionId).denied.push(event);
        break;
      case 'saved':
      case 'sent':
      case 'parked':
      case 'undone':
      case 'refused':
      case 'abandoned': {
        const action = of(event.actionId);
        const word = event.kind === 'parked' && event.certainty === 'unknown' ? 'unsure' : event.kind;
        action.words.push({ word, at: event.at });
        action.lastWord = word;
        break;
      }
    }
  }
  return [...actions.values()];
}

/** The offer of an action, from its intent or else from its effect. */
export function recordOf(action: Action): string | null {
  return action.invokes[0]?.recordId ?? action.applied[0]?.recordId ?? null;
}
