import { newUlid } from '#api/ids.ts';

const keys = new Map<string, string>();

/**
 * The Idempotency-Key of what a user wants. It is kept until it was done or refused, also while the panel is closed: a try
 * whose answer was lost may have been heard, and is then answered and not done again.
 */
export function keyOfWish(wish: string): string {
  const key = keys.get(wish) ?? newUlid();
  keys.set(wish, key);
  return key;
}

/** It is done, kept by the worker, or can never be: wanting it again is another wish. */
export const endWish = (wish: string): void => void keys.delete(wish);
