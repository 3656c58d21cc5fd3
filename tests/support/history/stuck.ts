import { type Action, recordOf } from './actions.ts';
import type { HistoryEvent } from './event.ts';

interface Span {
  from: number;
  to: number;
}

/**
 * Spans in which the server was reachable and a page was open. Both hold at first, unless the history says otherwise.
 */
export function goodSpans(events: readonly HistoryEvent[]): Span[] {
  const spans: Span[] = [];
  const end = events.at(-1)?.at ?? 0;
  let reachable = true;
  let open = true;
  let from: number | null = events[0]?.at ?? 0;
  for (const event of events) {
    if (event.kind === 'cut') reachable = false;
    else if (event.kind === 'mended') reachable = true;
    else if (event.kind === 'closed') open = false;
    else if (event.kind === 'opened') open = true;
    else continue;
    if (reachable && open) from ??= event.at;
    else if (from !== null) {
      spans.push({ from, to: event.at });
      from = null;
    }
  }
  if (from !== null) spans.push({ from, to: end });
  return spans;
}

/**
 * Longest wait of an action within one good span: reported as saved and not yet settled, or seen in the queue. The time for which
 * it, or an earlier one on the same record, is held for an Undo doesn't count.
 */
export function longestWait(
  action: Action,
  actions: readonly Action[],
  events: readonly HistoryEvent[],
  spans: readonly Span[],
): number {
  const end = events.at(-1)?.at ?? 0;
  // An effect that a restored server has lost still ended the phone's wait.
  const done = [...action.applied, ...action.lostByServer];
  const settled = [...action.words.filter(({ word }) => word !== 'saved'), ...done].map(({ at }) => at);
  // If an action is reported as saved after its effect, its response was lost; only the queue shows how long it waited
  // then.
  const isDone = (at: number) => done.some((applied) => applied.at < at);
  const waits: Span[] = action.words
    .filter(({ word, at }) => word === 'saved' && !isDone(at))
    .map(({ at }) => ({ from: at, to: Math.min(end, ...settled.filter((settledAt) => settledAt >= at)) }));
  // An applied action in the queue waits, too: the phone hasn't received, or not processed, its response.
  const invokedAt = action.invokes[0]?.at;
  for (const event of events) {
    if (invokedAt === undefined || event.kind !== 'queue' || !event.actionIds.includes(action.actionId)) continue;
    const latest = action.invokes.findLast(({ at }) => at <= event.at)?.at ?? invokedAt;
    waits.push({ from: latest, to: event.at });
  }
  const last = action.invokes.at(-1)?.at ?? 0;
  const ofRecord = actions.filter((other) => recordOf(other) === recordOf(action));
  const before = ofRecord.flatMap(({ invokes }) => invokes).filter(({ at }) => at <= last);
  const heldUntil = Math.max(0, ...before.map(({ at, holdMs = 0 }) => at + holdMs));
  let longest = 0;
  for (const wait of waits) {
    for (const span of spans) {
      longest = Math.max(longest, Math.min(wait.to, span.to) - Math.max(wait.from, heldUntil, span.from));
    }
  }
  return longest;
}
