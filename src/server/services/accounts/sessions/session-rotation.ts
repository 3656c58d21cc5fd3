/** A session expires after this time without use: a phone that was off longer has to log in again. */
const idleLifetimeMs = 90 * 86_400_000;
/** Maximum lifetime of a session after its login, however much it is used. */
const longestMs = 180 * 86_400_000;
/** A phone may sit in a tunnel with the answer lost, not for weeks. */
const graceMs = 86_400_000;

/** When a session of a login at `createdAt` ends that is used now and not again. */
export const expiryOf = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + idleLifetimeMs, createdAt.getTime() + longestMs));

interface Rotated {
  generation: number;
  /** When the newest generation was given out. */
  lastUsedAt: Date;
}

/**
 * Meaning of a refresh token's generation for its session. `next`: it is the newest, and is replaced. `again`: it was
 * just replaced, and gets the same successor, since the answer may have been lost. `stolen`: it is older than that, or was
 * replaced more than a day ago, so two hold this session. `unknown`: it was never given out.
 */
export function rotationOf(session: Rotated, given: number, now: Date): 'next' | 'again' | 'stolen' | 'unknown' {
  if (given > session.generation) return 'unknown';
  if (given === session.generation) return 'next';
  const isLate = now.getTime() - session.lastUsedAt.getTime() > graceMs;
  return given === session.generation - 1 && !isLate ? 'again' : 'stolen';
}
