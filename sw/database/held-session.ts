import type { SessionRow } from './schema.ts';

interface HeldSessionRow {
  row: SessionRow;
  /** The stored row that it supersedes. */
  inPlaceOf: SessionRow;
}

/**
 * Session rows that couldn't be stored, by connection. They last for this run of the worker. The next run gets the session from a
 * page, or refreshes the stored pair again if the server still accepts it (see `prepareRefresh`).
 */
const heldSessions = new WeakMap<object, HeldSessionRow>();

/** The session that this run of the worker uses: the held row, or else the stored one. */
export function withHeldSession(outbox: object, stored: SessionRow | null): SessionRow | null {
  const held = heldSessions.get(outbox);
  if (held === undefined) return stored;
  const { session, expired } = held.inPlaceOf;
  if (stored?.session.accessToken === session.accessToken && stored.expired === expired) return held.row;
  // Another worker, or a write that completed late, has stored a row since.
  heldSessions.delete(outbox);
  return stored;
}

/** Uses a row in place of the stored one for this run of the worker. */
export const holdSessionInMemory = (outbox: object, row: SessionRow, inPlaceOf: SessionRow): void =>
  void heldSessions.set(outbox, { row, inPlaceOf });

/** The held row and the stored one; null if the stored row is in use. */
export const heldSession = (outbox: object): HeldSessionRow | null => heldSessions.get(outbox) ?? null;

/** Call this once a row has been stored or the session deleted. */
export const dropHeldSession = (outbox: object): void => void heldSessions.delete(outbox);
