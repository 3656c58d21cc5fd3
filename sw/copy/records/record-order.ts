/** Order of a received record and the stored one. */
export interface Standing {
  /** The request may have been answered before the stored record was, or nobody knows when it was answered. */
  isAgeUnknown: boolean;
  /** `updatedAt` by the server's clock, ms, where the record has one. */
  updatedAt: number | null;
  /** Null where none is stored. */
  stored: { updatedAt: number | null; ageMs: number } | null;
}

/** Time that a replica of the server's database may be behind it. */
const replicaLagMs = 60_000;

/**
 * True if a record that has come is newer than the stored one.
 *
 * A request that was sent after the stored record had come brings what the server says now. Only a server that reads from a
 * replica may then tell something older, for some seconds; one that still does so after a minute was restored, or its clock
 * was set back, and is right. Where the order of the requests says nothing, the server's clock decides: what it doesn't
 * show to be newer may be older, and the next sync tells.
 */
export function isNewer({ isAgeUnknown, updatedAt, stored }: Standing): boolean {
  const bothKnown = updatedAt !== null && stored !== null && stored.updatedAt !== null;
  const aheadMs = bothKnown ? updatedAt - (stored.updatedAt ?? 0) : 0;
  if (isAgeUnknown) return aheadMs > 0;
  if (aheadMs >= 0 || stored === null) return true;
  // A phone's clock that was set back makes ages negative.
  return stored.ageMs < 0 || stored.ageMs >= replicaLagMs;
}

/** `updatedAt` of a record, ms; null where it has none. */
export function updatedAtOf(record: unknown): number | null {
  const { updatedAt } = (record ?? {}) as { updatedAt?: unknown };
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
