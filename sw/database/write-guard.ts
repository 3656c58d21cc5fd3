/** When a request was sent, on a clock that only counts: an answer is at least as new as that. */
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
  /** Says that a request starts now. */
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
   * From here on only this brand's records may be stored, or nobody's: another's data is about to be cleared, and no answer
   * to what was asked before may come behind it.
   */
  admit(brandId: string | null): void;
}

/** Changes that are remembered: several pages of the changes feed. */
const rememberedChanges = 10_000;

export function createWriteGuard(): WriteGuard {
  let clock = 0;
  let generation = 0;
  /** Undefined until somebody comes or goes: a worker that was stopped goes on for whom it finds. */
  let admitted: string | null | undefined;
  const changes = new Map<string, number>();
  /** Requests before this count as overtaken: the changes since are forgotten. */
  let floor = 0;
  return {
    begin() {
      // Only here, so that no page of records can make itself old while it is stored.
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
