import type { EventOf, HistoryEvent } from './event.ts';

/** What a user can be told of an action. */
export type Word = 'saved' | 'sent' | 'parked' | 'unsure' | 'undone' | 'refused' | 'abandoned';

/** All that a history has of one action, in order of time. */
export interface Action {
  actionId: string;
  /** More than one where the user tried again; none where the server applied what nobody decided. */
  invokes: EventOf<'invoke'>[];
  words: { word: Word; at: number }[];
  /** What the user was told last and still believes: a retry makes what was told before it void. */
  lastWord: Word | null;
  /** What the server did and still has done. */
  applied: EventOf<'applied'>[];
  /** What the server did, and lost by being restored from a backup. */
  lostByServer: EventOf<'applied'>[];
  /** When the server was restored that had refused it: a copy of the request that arrives later may be taken. */
  refusalVoidAt: number | null;
  heard: EventOf<'heard'>[];
  denied: EventOf<'denied'>[];
}

/** Puts a history in order of time; what happened in the same millisecond stays as it was written. */
export function inOrder(events: readonly HistoryEvent[]): HistoryEvent[] {
  return events.toSorted((a, b) => a.at - b.at);
}

/** Collects an ordered history by action. */
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
      heard: [],
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
      case 'heard':
        of(event.actionId).heard.push(event);
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

/** The offer of an action, as the user knew it, or else the server. */
export function recordOf(action: Action): string | null {
  return action.invokes[0]?.recordId ?? action.applied[0]?.recordId ?? null;
}
