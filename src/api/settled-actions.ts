const settled = new Set<string>();

/** A queued decision was sent, refused or taken back, in whichever tab. */
export const noteSettled = (actionId: string): void => void settled.add(actionId);

/** Whether a decision was settled already: the worker's word on that may overtake its own "queued". */
export const isSettled = (actionId: string): boolean => settled.has(actionId);
