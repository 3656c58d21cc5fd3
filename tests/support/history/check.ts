import * as laws from './action-laws.ts';
import { type Action, actionsOf, inOrder, recordOf } from './actions.ts';
import type { HistoryEvent } from './event.ts';
import { goodSpans, longestWait } from './stuck.ts';
import { goneBack } from './versions.ts';

export interface Violation {
  /** Null where it is a record's alone. */
  actionId: string | null;
  recordId: string | null;
  what: string;
}

/** The laws of queue and copy; a history that keeps them has empty lists only. */
export interface Violations {
  /** Told saved or sent, never applied, and neither parked nor waiting. */
  lost: Violation[];
  /** One action took effect twice, or two took effect on one content. */
  duplicated: Violation[];
  /** Applied in another order than decided, about one record. */
  reordered: Violation[];
  /** Waiting too long while the server answers and a page is open. */
  stuck: Violation[];
  /** Applied to content that the brand had not seen when it decided. */
  silentOverwrites: Violation[];
  /** Applied against the user's word or what the user was told last: undecided, decided otherwise, undone, parked. */
  contradicted: Violation[];
  /** Told as refused by the server, which did not refuse just this action, or had applied it. */
  falselyRefused: Violation[];
  /** Sent with the token of another brand than the one that decided. */
  strangers: Violation[];
  /** An older version of a record shown after a newer one, other than by a restore of the server. */
  goneBack: Violation[];
}

interface Options {
  stuckAfterMs?: number;
  /** The history tells each of the server's refusals (`denied`): without them nobody knows who refused. */
  tellsRefusals?: boolean;
}

/**
 * Reads a history back, in any order of lines, and says which laws it breaks.
 * An action counts as waiting at the end when the last look into the queue showed it.
 */
export function checkHistory(
  history: readonly HistoryEvent[],
  { stuckAfterMs = 5_000, tellsRefusals = false }: Options = {},
): Violations {
  const events = inOrder(history);
  const actions = actionsOf(events);
  const spans = goodSpans(events);
  const waiting = new Set(events.findLast((event) => event.kind === 'queue')?.actionIds);
  const found = (check: (action: Action) => string | null) =>
    actions.flatMap((action): Violation[] => {
      const what = check(action);
      return what === null ? [] : [{ actionId: action.actionId, recordId: recordOf(action), what }];
    });
  return {
    lost: found((action) => laws.lost(action, waiting, actions)),
    duplicated: found((action) => laws.duplicated(action, actions)),
    reordered: found((action) => laws.reordered(action, actions, events)),
    stuck: found((action) => {
      const waitedMs = longestWait(action, events, spans);
      return waitedMs > stuckAfterMs ? `waited ${waitedMs} ms with the server answering and a page open` : null;
    }),
    silentOverwrites: found(laws.silentOverwrite),
    contradicted: found(laws.contradicted),
    falselyRefused: tellsRefusals ? found(laws.falselyRefused) : [],
    strangers: found(laws.strange),
    goneBack: goneBack(events).map((each) => ({ actionId: null, ...each })),
  };
}

/** What an expectation compares with: `expect(checkHistory(events)).toEqual(noViolations)`. */
export const noViolations: Violations = {
  lost: [],
  duplicated: [],
  reordered: [],
  stuck: [],
  silentOverwrites: [],
  contradicted: [],
  falselyRefused: [],
  strangers: [],
  goneBack: [],
};
