/** A session that isn't used for so long has ended: a phone that was off logs in again. */
export const idleLifetimeMs = 90 * 86_400_000;

/**
 * What the generation of a refresh token means for its session. `next`: it is the newest, and is replaced. `again`: it was
 * just replaced, and gets the same successor, since the answer may have been lost. `stolen`: it is older than that, so two
 * hold this session. `unknown`: it was never given out.
 */
export function rotationOf(newest: number, given: number): 'next' | 'again' | 'stolen' | 'unknown' {
  if (given > newest) return 'unknown';
  if (given === newest) return 'next';
  return given === newest - 1 ? 'again' : 'stolen';
}
