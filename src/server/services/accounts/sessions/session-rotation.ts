/** Idle lifetime of a session. A phone that was off for longer has to log in again. */
const idleLifetimeMs = 90 * 86_400_000;
/** Maximum lifetime of a session after its login, however much it is used. */
const maxMs = 180 * 86_400_000;
/** Grace period of a replaced token. A phone may be offline for hours after a response was lost, but not for weeks. */
const graceMs = 86_400_000;

/** Returns the time at which a session expires if it is used now and never again. */
export const expiryOf = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + idleLifetimeMs, createdAt.getTime() + maxMs));

interface RotatedSession {
  generation: number;
  /** Time at which the newest generation was issued. */
  lastUsedAt: Date;
}

/**
 * Classifies the generation of a refresh token. `next`: it is the newest, and is replaced. `again`: it was just
 * replaced and gets the same successor, since the response may have been lost. `stolen`: it is older, or was replaced
 * more than a day ago, so two clients hold this session. `unknown`: it was never issued.
 */
export function rotationOf(session: RotatedSession, given: number, now: Date): 'next' | 'again' | 'stolen' | 'unknown' {
  if (given > session.generation) return 'unknown';
  if (given === session.generation) return 'next';
  const isLate = now.getTime() - session.lastUsedAt.getTime() > graceMs;
  return given === session.generation - 1 && !isLate ? 'again' : 'stolen';
}
