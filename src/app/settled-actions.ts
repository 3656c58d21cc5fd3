const settled = new Set<string>();

/** A queued decision was sent, refused or taken back, in whichever tab. */
export const noteSettled = (actionId: string): void => void settled.add(actionId);

/** True if a decision was settled already: the worker's word on that may overtake its own "queued". */
export const isSettled = (actionId: string): boolean => settled.has(actionId);

const taken = new Map<string, AbortController>();

function takenOf(actionId: string): AbortController {
  const known = taken.get(actionId) ?? new AbortController();
  taken.set(actionId, known);
  return known;
}

/** The user took a queued decision back, in whichever tab. */
export const noteTakenBack = (actionId: string): void => takenOf(actionId).abort();

/** Aborts where the decision is taken back: a lost call must not be repeated then, since it would decide again. */
export const takenBack = (actionId: string): AbortSignal => takenOf(actionId).signal;
