/** Logical time at which a request was sent: its answer is at least as new. */
export interface Reading {
  readonly startedAt: number;
  readonly generation: number;
}

/**
 * Keeps late answers from undoing what was stored after they were asked for: an approved offer must not fall back to
 * its review because an older list arrives. Order is counted, not timed: clocks jump. It lives as long as the worker, and
 * no request outlives the worker that made it.
 */
export interface WriteGuard {
  /** Starts a request. */
  begin(): Reading;
  /** Notes that a record's content was changed. */
  wrote(key: string): void;
  /** True if a record was changed after the request started, or may have been. */
  isOvertaken(reading: Reading, key: string): boolean;
  /** True if the request was made for the session that is still there. */
  isCurrent(reading: Reading): boolean;
  /** True if records of this brand may be stored. */
  isAdmitted(brandId: string): boolean;
  /**
   * Admits only this brand's records, or none for null: another's data is about to be cleared, and no answer to an earlier
   * request may be stored after that.
   */
  admit(brandId: string | null): void;
}

/** Changes that are remembered: several pages of the changes feed. */
const rememberedChanges = 10_000;

export function createWriteGuard(): WriteGuard {
  let clock = 0;
  let generation = 0;
  /** Undefined until a login or logout: a restarted worker serves the brand that it finds stored. */
  let admitted: string | null | undefined;
  const changes = new Map<string, number>();
  /** Requests before this count as overtaken: the changes since are forgotten. */
  let floor = 0;
  return {
    begin() {
      // Cleared only here: during a write, a page of records could make itself overtaken.
      if (changes.size > rememberedChanges) {
        changes.clear();
        floor = clock;
      }
      clock += 1;
      return { startedAt: clock, generation };
    },
    wrote(key) {
      clock += 1;
      changes.set(key, clock);
    },
    isOvertaken: ({ startedAt }, key) => startedAt <= floor || (changes.get(key) ?? 0) > startedAt,
    isCurrent: (reading) => reading.generation === generation,
    isAdmitted: (brandId) => admitted === undefined || admitted === brandId,
    admit(brandId) {
      if (brandId === null || brandId !== admitted) generation += 1;
      admitted = brandId;
    },
  };
}
