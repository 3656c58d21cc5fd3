import { type Action, actionsOf, inOrder, offerOf } from './actions.ts';
import type { HistoryEvent } from './event.ts';
import { goodSpans, longestWait } from './stuck.ts';

export interface Violation {
  actionId: string;
  offerId: string | null;
  what: string;
}

/** The laws of the queue; a history that keeps them has six empty lists. */
export interface Violations {
  /** Told saved or sent, never applied, and neither parked nor waiting. */
  lost: Violation[];
  /** One action took effect twice, or two took effect on one fulfillment. */
  duplicated: Violation[];
  /** Applied in another order than decided, within one offer. */
  reordered: Violation[];
  /** Waiting too long while the server answers and a page is open. */
  stuck: Violation[];
  /** Applied to content that the brand had not seen when it decided. */
  silentOverwrites: Violation[];
  /** Applied against the user's word or what the user was told last: undecided, decided otherwise, undone, parked. */
  contradicted: Violation[];
}

/**
 * Reads a history back, in any order of lines, and says which laws it breaks.
 * An action counts as waiting at the end when the last look into the queue showed it.
 */
export function checkHistory(
  history: readonly HistoryEvent[],
  { stuckAfterMs = 5_000 }: { stuckAfterMs?: number } = {},
): Violations {
  const events = inOrder(history);
  const actions = actionsOf(events);
  const spans = goodSpans(events);
  const waiting = new Set(events.findLast((event) => event.kind === 'queue')?.actionIds);
  const found = (check: (action: Action) => string | null) =>
    actions.flatMap((action): Violation[] => {
      const what = check(action);
      return what === null ? [] : [{ actionId: action.actionId, offerId: offerOf(action), what }];
    });
  return {
    lost: found((action) => lost(action, waiting)),
    duplicated: found((action) => duplicated(action, events)),
    reordered: found((action) => reordered(action, actions, events)),
    stuck: found((action) => {
      const waitedMs = longestWait(action, events, spans);
      return waitedMs > stuckAfterMs ? `waited ${waitedMs} ms with the server answering and a page open` : null;
    }),
    silentOverwrites: found(silentOverwrite),
    contradicted: found(contradicted),
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
};

function lost(action: Action, waiting: ReadonlySet<string>): string | null {
  if (action.applied.length > 0) return null;
  const word = action.lastWord;
  if (word === 'sent') return 'told as sent, never applied';
  return word === 'saved' && !waiting.has(action.actionId) ? 'told as saved, never applied, and not waiting' : null;
}

function duplicated(action: Action, events: readonly HistoryEvent[]): string | null {
  if (action.applied.length > 1) return `applied ${action.applied.length} times`;
  const [mine] = action.applied;
  if (!mine) return null;
  const before = events.find(
    (event) => event.kind === 'applied' && event.offerId === mine.offerId && event.fulfillmentId === mine.fulfillmentId,
  );
  if (before?.kind !== 'applied' || before === mine) return null;
  return `applied to ${mine.fulfillmentId}, which ${before.actionId} had decided`;
}

function reordered(action: Action, actions: readonly Action[], events: readonly HistoryEvent[]): string | null {
  const position = placeOf(action, events);
  if (!position) return null;
  const overtaken = actions.find((other) => {
    const theirs = offerOf(other) === offerOf(action) ? placeOf(other, events) : null;
    return theirs !== null && theirs.invoked < position.invoked && theirs.applied > position.applied;
  });
  return overtaken ? `applied before ${overtaken.actionId}, which was decided first` : null;
}

/** Where in the history an action was decided (for a retried one: decided again) and first applied. */
function placeOf(action: Action, events: readonly HistoryEvent[]) {
  const [first] = action.applied;
  if (!first) return null;
  const applied = events.indexOf(first);
  const invoke = action.invokes.findLast((event) => events.indexOf(event) < applied) ?? action.invokes[0];
  return invoke ? { invoked: events.indexOf(invoke), applied } : null;
}

function silentOverwrite(action: Action): string | null {
  const unseen = action.applied.find(
    ({ fulfillmentId }) => !action.invokes.some((invoke) => invoke.fulfillmentId === fulfillmentId),
  );
  if (!unseen || action.invokes.length === 0) return null;
  return `decided on ${action.invokes.at(-1)?.fulfillmentId}, applied to ${unseen.fulfillmentId}`;
}

function contradicted(action: Action): string | null {
  const [applied] = action.applied;
  if (!applied) return null;
  const [invoke] = action.invokes;
  if (!invoke) return 'applied, though nobody decided it';
  if (invoke.offerId !== applied.offerId) return `decided for ${invoke.offerId}, applied to ${applied.offerId}`;
  if (invoke.decision !== applied.decision) return `decided to ${invoke.decision}, applied as ${applied.decision}`;
  const word = action.lastWord;
  return word === 'undone' || word === 'refused' || word === 'parked' ? `told as ${word}, yet applied` : null;
}
