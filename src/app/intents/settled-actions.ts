import type { WorkerMessage } from '#contract/worker/worker-message.ts';

/** Outcome of a queued action that is no longer pending. */
type Outcome = Extract<WorkerMessage, { type: 'action-settled' }>['outcome'];

const outcomes = new Map<string, Outcome>();

/** Records that a queued action was sent, refused or taken back, in any tab. */
export const noteSettled = (actionId: string, outcome: Outcome): void => void outcomes.set(actionId, outcome);

/** Outcome of an action, even if that arrived before the worker's "queued" reply; null while unknown. */
export const outcomeOf = (actionId: string): Outcome | null => outcomes.get(actionId) ?? null;

/** True if an action has already settled: the worker's message about the outcome may overtake its "queued" reply. */
export const isSettled = (actionId: string): boolean => outcomes.has(actionId);

const taken = new Map<string, AbortController>();

function takeBackController(actionId: string): AbortController {
  const known = taken.get(actionId) ?? new AbortController();
  taken.set(actionId, known);
  return known;
}

/** Records that the user took back a queued decision, in any tab. */
export const noteTakenBack = (actionId: string): void => takeBackController(actionId).abort();

/** Aborts when the decision is undone: retrying a lost call afterwards would repeat the decision. */
export const takeBackSignal = (actionId: string): AbortSignal => takeBackController(actionId).signal;
