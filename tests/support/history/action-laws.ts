import { type Action, recordOf } from './actions.ts';
import type { HistoryEvent } from './event.ts';

/** Result of checking one action: a description of the violation, or null. */
type Broken = string | null;

/** True if another action applied the same operation to the same submission before: then "sent" is true anyway. */
const isDoneByAnother = ({ invokes, words }: Action, actions: readonly Action[]): boolean =>
  actions.some(({ applied }) =>
    applied.some(({ recordId, seen, operation, at }) =>
      invokes.some(
        (invoke) =>
          invoke.seen === seen &&
          invoke.operation === operation &&
          invoke.recordId === recordId &&
          words.some(({ word, at: sentAt }) => word === 'sent' && at <= sentAt),
      ),
    ),
  );

export function lost(action: Action, waiting: ReadonlySet<string>, actions: readonly Action[]): Broken {
  if (action.applied.length + action.lostByServer.length > 0) return null;
  const word = action.lastWord;
  if (word === 'sent') return isDoneByAnother(action, actions) ? null : 'reported as sent, never applied';
  return word === 'saved' && !waiting.has(action.actionId) ? 'reported as saved, never applied, and not waiting' : null;
}

export function duplicated(action: Action, actions: readonly Action[]): Broken {
  if (action.applied.length > 1) return `applied ${action.applied.length} times`;
  const [mine] = action.applied;
  if (!mine) return null;
  const before = actions.find((other) =>
    other.applied.some(
      ({ at, recordId, seen }) =>
        // Each content is decided on once; intents without content may be repeated.
        other !== action && seen !== null && at <= mine.at && recordId === mine.recordId && seen === mine.seen,
    ),
  );
  return before ? `applied to ${mine.seen}, which ${before.actionId} had decided` : null;
}

/** True if both request the same state of the record, whatever its content: then their order isn't observable. */
const asksForTheSame = (one: Action, other: Action): boolean => {
  const [invoke] = one.invokes;
  return (
    invoke?.seen === null &&
    other.invokes.every(({ seen, operation }) => seen === null && operation === invoke.operation)
  );
};

/**
 * True if an action's place in the order is promised at a position of the history. A change of a record, whatever its content, gets
 * its place once it is stored: until then its page shows it as under way, and repeats it if the worker is stopped.
 */
function isPromised({ actionId, invokes, words }: Action, position: number, events: readonly HistoryEvent[]): boolean {
  if (invokes.some(({ seen }) => seen !== null)) return true;
  const at = events[position]?.at ?? 0;
  const isQueued = (event: HistoryEvent) => event.kind === 'queue' && event.actionIds.includes(actionId);
  return words.some((each) => each.at <= at) || events.slice(0, position).some(isQueued);
}

export function reordered(action: Action, actions: readonly Action[], events: readonly HistoryEvent[]): Broken {
  const position = placeOf(action, events);
  if (!position) return null;
  const overtaken = actions.find((other) => {
    if (recordOf(other) !== recordOf(action) || asksForTheSame(action, other)) return false;
    if (!isPromised(other, position.applied, events)) return false;
    const theirs = placeOf(other, events);
    return theirs !== null && theirs.invoked < position.invoked && theirs.applied > position.applied;
  });
  return overtaken ? `applied before ${overtaken.actionId}, which was decided first` : null;
}

/** Positions in the history of an action's effect and its intent, which is the last retry before the effect. */
function placeOf(action: Action, events: readonly HistoryEvent[]) {
  const [first] = action.applied;
  if (!first) return null;
  const applied = events.indexOf(first);
  const invoke = action.invokes.findLast((event) => events.indexOf(event) < applied) ?? action.invokes[0];
  return invoke ? { invoked: events.indexOf(invoke), applied } : null;
}

export function silentOverwrite(action: Action): Broken {
  const unseen = action.applied.find(({ seen }) => !action.invokes.some((invoke) => invoke.seen === seen));
  if (!unseen || action.invokes.length === 0) return null;
  return `decided on ${action.invokes.at(-1)?.seen}, applied to ${unseen.seen}`;
}

/** True if a refused action was applied only by a server that had been restored since the refusal. */
const isRefusalVoid = ({ applied, refusalVoidAt }: Action) =>
  refusalVoidAt !== null && applied.every(({ at }) => at >= refusalVoidAt);

export function contradicted(action: Action): Broken {
  const [applied] = action.applied;
  if (!applied) return null;
  const [invoke] = action.invokes;
  if (!invoke) return 'applied, though nobody decided it';
  if (invoke.recordId !== applied.recordId) return `decided for ${invoke.recordId}, applied to ${applied.recordId}`;
  if (invoke.operation !== applied.operation) return `decided to ${invoke.operation}, applied as ${applied.operation}`;
  const word = action.lastWord;
  if (word === 'parked' && isRefusalVoid(action)) return null;
  return word === 'undone' || word === 'refused' || word === 'parked' ? `reported as ${word}, yet applied` : null;
}

/**
 * Violation: reported as refused, although the refusal came from a gateway, or responded to a retry of an applied
 * action.
 */
export function falselyRefused(action: Action): Broken {
  const [first, ...retries] = action.invokes;
  const isDenied = ({ at }: Action['words'][number], index: number) => {
    // A retry that the phone hasn't queued yet leaves the action refused. Words of the same millisecond are in their order.
    const earlier = action.words.slice(0, index).filter(({ word }) => word === 'saved');
    const isTaken = (retry: { at: number }) => earlier.some((saved) => saved.at >= retry.at);
    const decidedAt = (retries.findLast(isTaken) ?? first)?.at ?? 0;
    return action.denied.some((denied) => denied.at >= decidedAt && denied.at <= at);
  };
  const parked = action.words.find((each, index) => each.word === 'parked' && !isDenied(each, index));
  if (parked) return 'reported as refused by the server, which never refused it';
  const both = action.words.find(
    ({ word, at }) => word === 'parked' && action.applied.some((applied) => applied.at <= at),
  );
  return both && !isRefusalVoid(action) ? 'reported as refused by the server, which had applied it' : null;
}

export function strange(action: Action): Broken {
  const brandId = action.invokes[0]?.brandId;
  if (brandId === undefined) return null;
  const other = action.received.find((received) => received.brandId !== brandId);
  return other ? `decided by ${brandId}, sent with a token of ${other.brandId}` : null;
}
