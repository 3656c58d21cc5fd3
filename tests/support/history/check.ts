import * as laws from './action-laws.ts';
import { type Action, actionsOf, inOrder, recordOf } from './actions.ts';
import type { HistoryEvent } from './event.ts';
import { goodSpans, longestWait } from './stuck.ts';
import { goneBack } from './versions.ts';

export interface Violation {
  /** Null if the violation concerns only a record. */
  actionId: string | null;
  recordId: string | null;
  what: string;
}

/** Violations by law of queue and local data; a history without any has only empty lists. */
export interface Violations {
  /** Actions reported as saved or sent that were never applied, and are neither parked nor pending. */
  lost: Violation[];
  /** Actions that took effect twice, or on content that another one had decided. */
  duplicated: Violation[];
  /** Actions applied before an earlier one on the same record. */
  reordered: Violation[];
  /** Actions that waited too long while the server responded and a page was open. */
  stuck: Violation[];
  /** Actions applied to content that the brand hadn't seen when it decided. */
  silentOverwrites: Violation[];
  /**
   * Actions applied against the user's decision or the last reported status: never decided, decided otherwise, undone,
   * parked.
   */
  contradicted: Violation[];
  /** Actions reported as refused that the server itself didn't refuse, or had applied. */
  falselyRefused: Violation[];
  /** Actions sent with the token of a brand other than the one that decided. */
  strangers: Violation[];
  /** Records shown in an older version after a newer one, without a restore of the server. */
  goneBack: Violation[];
}

interface Options {
  stuckAfterMs?: number;
  /** True if the history records the server's refusals (`denied`), which are needed to recognize a false refusal. */
  recordsRefusals?: boolean;
}

/**
 * Checks a history, with lines in any order, against the laws.
 * An action counts as pending at the end if the last look into the queue showed it.
 */
export function checkHistory(
  history: readonly HistoryEvent[],
  { stuckAfterMs = 5_000, recordsRefusals = false }: Options = {},
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
      const waitedMs = longestWait(action, actions, events, spans);
      return waitedMs > stuckAfterMs ? `waited ${waitedMs} ms with the server answering and a page open` : null;
    }),
    silentOverwrites: found(laws.silentOverwrite),
    contradicted: found(laws.contradicted),
    falselyRefused: recordsRefusals ? found(laws.falselyRefused) : [],
    strangers: found(laws.strange),
    goneBack: goneBack(events).map((each) => ({ actionId: null, ...each })),
  };
}

/** Expected value of a history without violations: `expect(checkHistory(events)).toEqual(noViolations)`. */
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
